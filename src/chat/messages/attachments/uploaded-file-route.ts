import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChatPlatform } from '../../chat-platform.ts'
import { attachmentsTable } from '../../files/uploads/attachments-table.ts'
import { identifyReader } from '../../files/uploads/identify-reader.ts'
import { readTicket } from '../../files/uploads/temporary-address.ts'
import { readUploadPath } from '../../files/uploads/upload-path.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import type { UploadedFileRow } from '../../files/uploads/uploaded-file-store.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { accessUploadedFile, noSuchFile } from './attachment-access.ts'
import { findThumbnail } from './make-thumbnail.ts'
import { sendContent } from './send-content.ts'

interface FilePath {
  realm_id: string
  token: string
  filename: string
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Outside /api/v1, because links in messages point here and browsers follow them. */
export function addUploadedFileRoutes(app: FastifyInstance, chat: Identity): void {
  const add = (url: string, answer: Answer) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      handler: answer,
    })

  add('/user_uploads/:realm_id/:token/:filename', async (request, reply) => {
    const file = await wantedFile(chat, request)
    return sendFile(chat, request, reply, file, 'private, max-age=3600')
  })

  add('/user_uploads/temporary/:ticket/:filename', async (request, reply) => {
    const { ticket } = request.params as { ticket: string }
    const realm = await requestRealm(chat, request)
    const token = realm && readTicket(chat, realm.id, ticket)
    const file = token
      ? await attachmentsTable.findBy(chat.database.read, { realm_id: realm!.id, token })
      : undefined
    if (!file || realm!.deactivated) throw noSuchFile()
    return sendFile(chat, request, reply, file, 'private, no-store')
  })

  add('/user_uploads/thumbnail/:realm_id/:token/:filename/:size', async (request, reply) => {
    const file = await wantedFile(chat, request)
    const { size } = request.params as { size: string }
    return sendContent(chat.contents, request, reply, {
      place: await findThumbnail(chat, file, size),
      mimetype: 'image/webp',
      tag: `${file.token}-${size}`,
      cacheControl: 'private, max-age=3600',
    })
  })
}

async function wantedFile(chat: Identity, request: FastifyRequest): Promise<UploadedFileRow> {
  const reader = await identifyReader(chat, request)
  const { realm_id, token, filename } = request.params as FilePath
  const path = readUploadPath(realm_id, token, filename)
  if (!path) throw noSuchFile()
  return accessUploadedFile(chat.database.read, reader, path)
}

function sendFile(
  { contents }: ChatPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
  file: UploadedFileRow,
  cacheControl: string,
): Promise<FastifyReply> {
  const { download } = request.query as { download?: unknown }
  return sendContent(contents, request, reply, {
    place: placeOfUpload(file.realm_id, file.token),
    mimetype: file.mimetype,
    tag: file.token,
    cacheControl,
    name: file.name,
    download: download !== undefined && download !== '0' && download !== 'false',
    mayRedirect: true,
  })
}

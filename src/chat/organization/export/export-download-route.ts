import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, mustBeAdministrator } from '../../chat-error.ts'
import { identifyReader } from '../../files/uploads/identify-reader.ts'
import { authorOf, onBehalfOf } from '../../identity/audit/author.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Identity } from '../../identity/identity.ts'
import { may } from '../../identity/permissions.ts'
import type { User } from '../../identity/users/user.ts'
import { sendContent } from '../../messages/attachments/send-content.ts'
import { placeOfExport } from './export-place.ts'
import { accessExport } from './order-export.ts'
import { accessPersonExport } from './order-person-export.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

/** Not regular endpoints, as their response is a file. */
export function addExportDownloadRoute(app: FastifyInstance, chat: Identity): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/export/realm/:export_id/download',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { realm, user } = await identifyReader(chat, request)
      if (!may(user, 'export the organization')) throw mustBeAdministrator()
      const row = await accessExport(chat.database.read, realm, idOf(request))
      return sendExport(chat, user, request, reply, row)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/export/people/:export_id/download',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const actor = await identifyReader(chat, request)
      const row = await accessPersonExport(chat.database.read, actor, idOf(request))
      return sendExport(chat, actor.user, request, reply, row)
    },
  })
}

function idOf(request: FastifyRequest): number {
  const { export_id: given } = request.params as { export_id: string }
  return /^\d{1,15}$/.test(given) ? Number(given) : -1
}

async function sendExport(
  chat: Identity,
  { id: userId, realm_id: realmId }: User,
  request: FastifyRequest,
  reply: FastifyReply,
  row: RealmExportsTable,
) {
  const isExpired = row.expires_at !== null && row.expires_at <= secondsOf(chat.clock)
  if (row.finished_at === null || row.deleted_at !== null || isExpired)
    throw badRequest('This export is not available')
  if (request.method === 'GET') {
    await onBehalfOf(chat, authorOf(request, { userId, through: null })).transact(realmId, (transaction) =>
      recordAudit(transaction, { action: 'export.downloaded', id: row.id }),
    )
  }
  return sendContent(chat.contents, request, reply, {
    place: placeOfExport(row),
    mimetype: 'application/gzip',
    tag: row.file,
    cacheControl: 'private, no-store',
    name: `${row.person_id === null ? 'export' : 'person-export'}-${row.id}.tar.gz`,
    download: true,
    mayRedirect: true,
  })
}

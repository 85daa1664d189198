import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '../../../platform/uploads/upload-door.ts'
import type { Chat } from '../../chat.ts'
import { uploadError } from '../../http/upload-error.ts'
import { authenticate } from './authenticate.ts'
import { requestRealm } from './request-realm.ts'

const uploads = new WeakMap<IncomingMessage, Upload>()

/** undefined: the endpoint takes no files */
export const uploadOf = ({ raw }: FastifyRequest): Upload | undefined => uploads.get(raw)

/** Before the body is read: strangers bring no files, and nobody brings too many at once. */
export function admitUpload(chat: Chat) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return
    const realm = await requestRealm(chat, request)
    const { user } = await authenticate(chat, realm, request)
    if (request.raw.destroyed) return
    const tenant = `chat ${user.realm_id}`
    const upload = begin(chat, { key: `${tenant} ${user.id}`, tenant }, request)
    uploads.set(request.raw, upload)
    const end = () => upload.end()
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
  }
}

function begin(chat: Chat, whose: { key: string; tenant: string }, { raw }: FastifyRequest): Upload {
  try {
    return chat.uploads.begin(whose, raw)
  } catch (error) {
    throw uploadError(error)
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { setUpload } from '../../http/request-upload.ts'
import { uploadError } from '../../http/upload-error.ts'
import type { Identity } from '../identity.ts'
import { authenticate } from './authenticate.ts'
import { requestRealm } from './request-realm.ts'

/** Runs before the body is read: refuses uploads of unauthenticated callers, and too many concurrent uploads. */
export function admitUpload(chat: Identity) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return
    const realm = await requestRealm(chat, request)
    const { user } = await authenticate(chat, realm, request)
    if (request.raw.destroyed) return
    const tenant = `chat ${user.realm_id}`
    const upload = begin(chat, { key: `${tenant} ${user.id}`, tenant }, request)
    setUpload(request, upload)
    const end = () => upload.end()
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
  }
}

function begin(chat: ChatPlatform, whose: { key: string; tenant: string }, { raw }: FastifyRequest): Upload {
  try {
    return chat.uploads.begin(whose, raw)
  } catch (error) {
    throw uploadError(error)
  }
}

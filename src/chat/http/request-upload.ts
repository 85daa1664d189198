import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../../platform/uploads/upload-slots.ts'

const uploads = new WeakMap<IncomingMessage, Upload>()

/** undefined: the endpoint takes no files */
export const uploadOf = ({ raw }: FastifyRequest): Upload | undefined => uploads.get(raw)

export function setUpload({ raw }: FastifyRequest, upload: Upload): void {
  uploads.set(raw, upload)
}

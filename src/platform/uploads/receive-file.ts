import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ReceivedFile } from './received-file.ts'
import { takeBody } from './take-body.ts'
import { UploadRefusal } from './upload-refusal.ts'
import type { Upload } from './upload-slots.ts'

/** Receives a body that is a single file. Throws UploadRefusal. */
export async function receiveFile(body: Readable, upload: Upload, fileBytes: number): Promise<ReceivedFile> {
  const path = upload.newPath()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await takeBody({ body, bytes: fileBytes, upload }, file).catch((error) => {
    throw error instanceof UploadRefusal && error.reason === 'body' ? new UploadRefusal('file') : error
  })
  return { field: '', name: '', path, size: file.bytesWritten }
}

import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MailRefusal } from '../parsers/mail-refusal.ts'
import type { Upload } from '../uploads/upload-slots.ts'

/**
 * Writes a mail to disk as it arrives, and returns its path. Reads to the end, since SMTP cannot stop a sender, but keeps
 * no more than the limit.
 */
export async function keepMail(
  stream: Readable,
  upload: Upload,
  most: { bytes: number; refusal: string },
): Promise<string> {
  const path = upload.newPath()
  const file = await open(path, 'wx', 0o600)
  let size = 0
  let trouble: unknown
  const keep = async (chunk: Buffer) => {
    if (size > most.bytes) throw new MailRefusal(552, `5.3.4 ${most.refusal}`)
    upload.countBytes(chunk.length)
    await file.writeFile(chunk)
  }
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (trouble === undefined) await keep(chunk).catch((error) => (trouble = error))
    }
  } finally {
    await file.close()
  }
  if (trouble !== undefined) throw trouble
  return path
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of the contents of a file. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(chunk)
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of what is in a file. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(piece)
  return hash.digest('hex')
}

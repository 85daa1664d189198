import { createHash } from 'node:crypto'
import { readInPieces } from '../files/read-in-pieces.ts'

/** SHA-256 of the contents of a file. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readInPieces(path)) hash.update(chunk)
  return hash.digest('hex')
}

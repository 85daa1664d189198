import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

const PIECE = 2 ** 18

/** The bytes of a file. A small one is read at once: thousands of them would fill the memory with large buffers. */
export async function* readInPieces(path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path)
  if (size <= PIECE) yield await readFile(path)
  else yield* createReadStream(path, { highWaterMark: PIECE })
}

import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { ContentGone } from '../../../platform/contents/contents.ts'
import { tarHeader, tarPadding } from '../../../platform/files/tar-entry.ts'

/** Writes a gzipped tar archive, which appears only when complete. `spool`: the path of a temporary file for its parts. */
export async function writeTar(
  path: string,
  parts: (spool: string) => AsyncGenerator<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const spool = `${path}.table`
  try {
    await pipeline(
      Readable.from(parts(spool), { objectMode: false }),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
      { signal },
    )
    await rename(part, path)
  } finally {
    await Promise.all([part, spool].map((leftover) => rm(leftover, { force: true })))
  }
}

/** Tar needs the size before the content, so tables go to a temporary file first. Returns the number of rows. */
export async function spoolRows(pages: AsyncIterable<readonly object[]>, file: FileHandle): Promise<number> {
  let count = 0
  for await (const rows of pages) {
    await file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    count += rows.length
    // Let other work run.
    await setImmediate()
  }
  return count
}

const PIECE = 65_536

export async function* entryOf(file: FileHandle, name: string, modified: number): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  yield tarHeader({ name, size, modified })
  for (let position = 0; position < size; ) {
    const piece = Buffer.alloc(Math.min(PIECE, size - position))
    const { bytesRead } = await file.read(piece, 0, piece.length, position)
    // The header already states the size, so pad a file that became shorter.
    yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead)
    position += bytesRead === 0 ? piece.length : bytesRead
  }
  yield tarPadding(size)
}

export async function* entryOfContent(
  { size, stream }: { size: number; stream: Readable },
  name: string,
  modified: number,
): AsyncGenerator<Buffer> {
  yield tarHeader({ name, size, modified })
  let written = 0
  try {
    for await (const piece of stream) {
      written += (piece as Buffer).length
      yield piece
    }
  } catch (error) {
    if (!(error instanceof ContentGone)) throw error
  }
  // The header already states the size, so pad a file that was deleted while being read.
  for (; written < size; written += Math.min(PIECE, size - written)) {
    yield Buffer.alloc(Math.min(PIECE, size - written))
  }
  yield tarPadding(size)
}

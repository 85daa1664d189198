import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface FullPipe {
  /** the descriptor to write to; a write would block */
  fd: number
  /** Reads what is there now, without the filler. */
  read(): string
  close(): void
}

const FILLER = 'x'
const AT_ONCE = 65_536

/** A pipe that accepts no bytes until it is read. */
export function makeFullPipe(folder: string): FullPipe {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  // Blocking, as a shell passes it.
  const fd = openSync(path, constants.O_WRONLY)
  for (let size = 4096; size > 0; ) {
    if (!unlessAgain(() => writeSync(filler, FILLER.repeat(size)))) size = size === 1 ? 0 : 1
  }
  closeSync(filler)
  return {
    fd,
    read() {
      const pieces: Buffer[] = []
      for (;;) {
        const piece = Buffer.alloc(AT_ONCE)
        const length = unlessAgain(() => readSync(reader, piece)) ?? 0
        if (length === 0) break
        pieces.push(piece.subarray(0, length))
      }
      return Buffer.concat(pieces).toString().replace(/^x+/, '')
    },
    close() {
      closeSync(fd)
      closeSync(reader)
    },
  }
}

function unlessAgain(work: () => number): number | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

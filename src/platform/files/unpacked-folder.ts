import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ArchiveRefused } from './archive-refused.ts'

/** Text compresses to a tenth or so. What grows more than this is made to fill a disk. */
const MAX_GROWTH = 200
/** Small archives may grow more: they do no harm. */
const ALWAYS_ALLOWED = 2 ** 30
const MAX_FILES = 5_000_000

/** A folder that receives the files of an archive of unknown origin: nothing outside of it, and not too much. */
export class UnpackedFolder {
  readonly #folder: string
  readonly #archive: string
  readonly #limit: number
  #bytes = 0
  #files = 0

  /** `size`: of the archive, in bytes */
  constructor(folder: string, archive: string, size: number) {
    this.#folder = folder
    this.#archive = archive
    this.#limit = Math.max(ALWAYS_ALLOWED, size * MAX_GROWTH)
  }

  /** Refuses an entry by its stated size, before anything of it is written. */
  expect(name: string, size: number): void {
    if (this.#bytes + size > this.#limit) throw this.#tooLarge(name)
  }

  async write(name: string, content: AsyncIterable<unknown>): Promise<void> {
    const path = join(this.#folder, this.#checkName(name))
    this.#files += 1
    if (this.#files > MAX_FILES)
      throw new ArchiveRefused(`${this.#archive} contains more than ${MAX_FILES} files.`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const counted = new Transform({
      transform: (chunk: Buffer, _, done) => {
        this.#bytes += chunk.length
        if (this.#bytes > this.#limit) done(this.#tooLarge(name))
        else done(null, chunk)
      },
    })
    await pipeline(content, counted, createWriteStream(path, { mode: 0o600 }))
  }

  #checkName(name: string): string {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    const isSafe =
      !name.startsWith('/') && !/[\\\0]/.test(name) && !parts.includes('..') && !/^[a-z]:/i.test(name)
    if (!isSafe || parts.length === 0) {
      throw new ArchiveRefused(
        `${this.#archive} contains a file with an unsafe name: ${JSON.stringify(name)}.`,
      )
    }
    return parts.join('/')
  }

  #tooLarge(name: string): ArchiveRefused {
    return new ArchiveRefused(
      `${this.#archive} unpacks to more than ${this.#limit} bytes (at ${name}), far more than its own size. Unpack it yourself and import the folder.`,
    )
  }
}

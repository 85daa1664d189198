import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

const BYTES_AT_ONCE = 2 ** 18

/** Writes a JSON Lines file of any size. */
export class LineWriter {
  readonly #path: string
  #file: FileHandle | undefined
  #waiting: string[] = []
  #length = 0
  count = 0

  constructor(path: string) {
    this.#path = path
  }

  async write(row: unknown): Promise<void> {
    const line = `${JSON.stringify(row)}\n`
    this.#waiting.push(line)
    this.#length += line.length
    this.count += 1
    if (this.#length >= BYTES_AT_ONCE) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (!this.#file) {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
      this.#file = await open(this.#path, 'w', 0o600)
    }
    await this.#file.write(this.#waiting.join(''))
    this.#waiting = []
    this.#length = 0
  }

  /** Creates the file even if nothing was written. */
  async close(): Promise<void> {
    await this.#flush()
    await this.#file?.close()
    this.#file = undefined
  }
}

import { hash } from 'node:crypto'

/** A checksum of a set of distinct texts that does not depend on their order: engines may sort names differently. */
export class Checksum {
  count = 0
  readonly #sum = Buffer.alloc(32)

  add(text: string): void {
    const digest = hash('sha256', text, 'buffer')
    for (let index = 0; index < digest.length; index += 4) {
      // Add the words: with an exclusive or, two changes could cancel each other out.
      this.#sum.writeUInt32LE((this.#sum.readUInt32LE(index) + digest.readUInt32LE(index)) >>> 0, index)
    }
    this.count += 1
  }

  toString(): string {
    return this.#sum.toString('hex')
  }
}

import { hash } from 'node:crypto'

/** Of a set of texts that are all different, whatever their order: engines may sort names differently. */
export class Checksum {
  count = 0
  readonly #sum = Buffer.alloc(32)

  add(text: string): void {
    const digest = hash('sha256', text, 'buffer')
    for (let index = 0; index < digest.length; index += 4) {
      // The sum of the words; an exclusive or would not notice two changes that undo each other.
      this.#sum.writeUInt32LE((this.#sum.readUInt32LE(index) + digest.readUInt32LE(index)) >>> 0, index)
    }
    this.count += 1
  }

  toString(): string {
    return this.#sum.toString('hex')
  }
}

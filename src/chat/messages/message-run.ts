import { type MessageShape, type MessageText, READ_ENDING } from './message-text.ts'

/** Consecutive messages of a response as JSON with commas between them, for a reader who has read them all. */
export class MessageRun {
  readonly texts: readonly MessageText[]
  readonly #bytes: Buffer
  /** where the flags of each message start */
  readonly #flags: readonly number[]

  constructor(texts: readonly MessageText[], shape: MessageShape) {
    const written = texts.map((text) => text.open(shape) + READ_ENDING)
    const all = written.join(',')
    this.texts = texts
    this.#bytes = Buffer.from(all)
    const isAscii = this.#bytes.length === all.length
    let end = -1
    this.#flags = written.map((text) => {
      end += 1 + (isAscii ? text.length : Buffer.byteLength(text))
      return end - READ_ENDING.length
    })
  }

  get size(): number {
    return 300 + this.#bytes.length + this.texts.length * 20
  }

  /** False once one of the messages has changed. */
  get isCurrent(): boolean {
    return this.texts.every((text) => text.isCached)
  }

  isOf(ids: readonly number[]): boolean {
    return this.texts.length === ids.length && this.texts.every(({ id }, index) => id === ids[index])
  }

  /** The same messages for another reader. Only the endings that differ are written again. */
  write(endingOf: (text: MessageText) => string): Buffer[] {
    const pieces: Buffer[] = []
    let from = 0
    for (const [index, text] of this.texts.entries()) {
      const ending = endingOf(text)
      if (ending === READ_ENDING) continue
      const at = this.#flags[index]!
      pieces.push(this.#bytes.subarray(from, at), Buffer.from(ending))
      from = at + READ_ENDING.length
    }
    pieces.push(this.#bytes.subarray(from))
    return pieces
  }
}

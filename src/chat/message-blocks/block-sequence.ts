import type { MessageBlock } from './message-block.ts'

/** Adjacent blocks become one up to this length, so that messages which come one by one do not stay alone. */
const JOINED_LENGTH = 64

/** Blocks of one stream, topic or organization, in order and without overlaps; between them anything may be. */
export class BlockSequence {
  readonly key: string
  /** the stream that it is of, once it has had a block; see MessageBlocks */
  place: number | undefined
  readonly #blocks: MessageBlock[] = []

  constructor(key: string) {
    this.key = key
  }

  get blocks(): readonly MessageBlock[] {
    return this.#blocks
  }

  /** The one that knows what is at this id. */
  at(id: number): MessageBlock | undefined {
    const block = this.#blocks[this.#indexAfter(id) - 1]
    return block && id <= block.to ? block : undefined
  }

  /** The last one that begins at this id or before it. */
  before(id: number): MessageBlock | undefined {
    return this.#blocks[this.#indexAfter(id) - 1]
  }

  /** The first one that begins after this id. */
  after(id: number): MessageBlock | undefined {
    return this.#blocks[this.#indexAfter(id)]
  }

  /** Answers what has to be counted and what no longer; undefined: somebody else was faster. */
  keep(block: MessageBlock): { added: MessageBlock; removed?: MessageBlock } | undefined {
    const index = this.#indexAfter(block.from)
    const previous = this.#blocks[index - 1]
    const next = this.#blocks[index]
    if ((previous && previous.to >= block.from) || (next && next.from <= block.to)) return undefined
    if (previous?.to === block.from - 1 && previous.ids.length + block.ids.length <= JOINED_LENGTH) {
      const joined = previous.joinedWith(block)
      this.#blocks[index - 1] = joined
      return { added: joined, removed: previous }
    }
    this.#blocks.splice(index, 0, block)
    return { added: block }
  }

  /** Around it there is nothing between these ids, as far as no other block says so. */
  stretch(block: MessageBlock, from: number, to: number): void {
    const index = this.#indexAfter(block.from) - 1
    if (this.#blocks[index] !== block) return
    const previous = this.#blocks[index - 1]
    const next = this.#blocks[index + 1]
    block.from = Math.max(Math.min(block.from, from), previous ? previous.to + 1 : 0)
    block.to = Math.min(Math.max(block.to, to), next ? next.from - 1 : Number.MAX_SAFE_INTEGER)
  }

  drop(block: MessageBlock): boolean {
    const index = this.#blocks.indexOf(block)
    if (index >= 0) this.#blocks.splice(index, 1)
    return index >= 0
  }

  /** Index of the first block that begins after this id. */
  #indexAfter(id: number): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#blocks[middle]!.from <= id) low = middle + 1
      else high = middle
    }
    return low
  }
}

import { indexFrom } from '../../platform/index-from.ts'
import type { MessageText } from '../messages/message-text.ts'

/** How the messages of a block are written. */
export interface BlockShape {
  applyMarkdown: boolean
  clientAvatar: boolean
}

export const READ = '["read"]'
export const UNREAD = '[]'
export const HISTORICAL = '["read","historical"]'

/** With these flags a block is kept as a whole: most readers have one of them for most messages. */
const usualFlags = new Set([READ, UNREAD, HISTORICAL])

/** Texts of messages one after the other; `starts` has one more entry, the end. */
interface Written {
  bytes: Buffer
  starts: readonly number[]
}

/**
 * Messages that follow one another somewhere, written out together: all that there are from id `from` to id `to`.
 * A page cuts its bytes out of few of them. Each message begins with a comma.
 */
export class MessageBlock {
  from: number
  to: number
  /** when it was last asked for, in requests */
  used = 0
  /** What it takes in memory, about: as if it were kept with two kinds of flags. */
  readonly size: number
  readonly ids: readonly number[]
  readonly recipientIds: readonly number[]
  readonly streamIds: readonly (number | null)[]
  readonly topics: readonly string[]
  /** those that mention everybody */
  readonly everyone: ReadonlySet<number>
  /** each of `recipientIds` once */
  readonly recipients: readonly number[]
  /** each of `streamIds` once */
  readonly streams: readonly (number | null)[]
  readonly #written = new Map<string, Written>()

  constructor(
    from: number,
    to: number,
    messages: Pick<MessageBlock, 'ids' | 'recipientIds' | 'streamIds' | 'topics' | 'everyone'>,
    read: Written,
  ) {
    this.from = from
    this.to = to
    this.ids = messages.ids
    this.recipientIds = messages.recipientIds
    this.streamIds = messages.streamIds
    this.topics = messages.topics
    this.everyone = messages.everyone
    this.recipients = [...new Set(messages.recipientIds)]
    this.streams = [...new Set(messages.streamIds)]
    this.size = messages.ids.length * 50 + read.bytes.length * 2
    this.#written.set(READ, read)
  }

  has(id: number): boolean {
    return this.ids[this.indexOf(id)] === id
  }

  /** Index of the first message from this id on. */
  indexOf(id: number): number {
    return indexFrom(this.ids, id)
  }

  /** The messages from `start` until before `end`, all with the same flags, as pieces. */
  write(pieces: Buffer[], start: number, end: number, flags: string): void {
    if (usualFlags.has(flags)) {
      const { bytes, starts } = this.#with(flags)
      pieces.push(bytes.subarray(starts[start], starts[end]))
      return
    }
    const { bytes, starts } = this.#with(READ)
    const ending = endingWith(flags)
    for (let index = start; index < end; index += 1) {
      pieces.push(bytes.subarray(starts[index], starts[index + 1]! - readEnding.length), ending)
    }
  }

  /** Both as one, when this one ends where the other begins. */
  joinedWith(next: MessageBlock): MessageBlock {
    const one = this.#with(READ)
    const other = next.#with(READ)
    const length = one.bytes.length
    return new MessageBlock(
      this.from,
      next.to,
      {
        ids: [...this.ids, ...next.ids],
        recipientIds: [...this.recipientIds, ...next.recipientIds],
        streamIds: [...this.streamIds, ...next.streamIds],
        topics: [...this.topics, ...next.topics],
        everyone: new Set([...this.everyone, ...next.everyone]),
      },
      {
        bytes: Buffer.concat([one.bytes, other.bytes]),
        starts: [...one.starts.slice(0, -1), ...other.starts.map((start) => start + length)],
      },
    )
  }

  #with(flags: string): Written {
    let written = this.#written.get(flags)
    if (!written) {
      written = replaceEndings(this.#written.get(READ)!, endingWith(flags))
      this.#written.set(flags, written)
    }
    return written
  }
}

/** `texts` are all messages between the two ids, ascending. */
export function writeBlock(
  from: number,
  to: number,
  texts: readonly MessageText[],
  { applyMarkdown, clientAvatar }: BlockShape,
): MessageBlock {
  const written = texts.map((text) => `,${text.open(applyMarkdown, clientAvatar)},"flags":${READ}}`)
  const starts = [0]
  for (const text of written) starts.push(starts.at(-1)! + Buffer.byteLength(text))
  return new MessageBlock(
    from,
    to,
    {
      ids: texts.map((text) => text.id),
      recipientIds: texts.map((text) => text.recipientId),
      streamIds: texts.map((text) => text.streamId),
      topics: texts.map((text) => text.topic),
      everyone: new Set(texts.filter((text) => text.everyone).map((text) => text.id)),
    },
    { bytes: Buffer.from(written.join('')), starts },
  )
}

/** A message's flags and its closing brace; there are few kinds. */
const endings = new Map<string, Buffer>()

function endingWith(flags: string): Buffer {
  let ending = endings.get(flags)
  if (!ending) {
    ending = Buffer.from(`${flags}}`)
    endings.set(flags, ending)
  }
  return ending
}

const readEnding = endingWith(READ)

function replaceEndings({ bytes, starts }: Written, ending: Buffer): Written {
  const pieces: Buffer[] = []
  const moved = [0]
  for (let index = 1; index < starts.length; index += 1) {
    const piece = bytes.subarray(starts[index - 1], starts[index]! - readEnding.length)
    pieces.push(piece, ending)
    moved.push(moved.at(-1)! + piece.length + ending.length)
  }
  return { bytes: Buffer.concat(pieces), starts: moved }
}

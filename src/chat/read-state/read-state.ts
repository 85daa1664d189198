import type { ReadMarksTable } from './read-marks-table.ts'

/** Enough of a message to know whether somebody has read it. */
export interface Readable {
  id: number
  streamId: number | null
  topicKey: string
}

/** One person's marks, and the messages that they marked one by one. */
export class ReadState {
  readonly #marks = new Map<string, number>()
  readonly #exceptions: ReadonlyMap<number, boolean>

  constructor(marks: readonly ReadMarksTable[], exceptions: ReadonlyMap<number, boolean>) {
    for (const mark of marks) this.#marks.set(markKey(mark.stream_id, mark.topic_key), mark.until_message)
    this.#exceptions = exceptions
  }

  isRead(message: Readable): boolean {
    return (
      this.#exceptions.get(message.id) ?? message.id <= this.readUntil(message.streamId, message.topicKey)
    )
  }

  isException(messageId: number): boolean {
    return this.#exceptions.has(messageId)
  }

  /** Without a topic: as far as the whole stream is read. Private messages: as far as everything is. */
  readUntil(streamId: number | null, topicKey = ''): number {
    const everything = this.#marks.get(markKey(0, '')) ?? 0
    if (streamId === null) return everything
    const stream = this.#marks.get(markKey(streamId, '')) ?? 0
    const topic = topicKey === '' ? 0 : (this.#marks.get(markKey(streamId, topicKey)) ?? 0)
    return Math.max(everything, stream, topic)
  }
}

const markKey = (streamId: number, topicKey: string) => `${streamId}:${topicKey}`

import type { ReadMarksTable } from './read-marks-table.ts'

/** One person's marks, and the messages that they marked one by one. */
export class ReadState {
  readonly #everything: number
  /** by stream, then by topic; the empty topic is the whole stream */
  readonly #streams = new Map<number, Map<string, number>>()
  readonly #exceptions: ReadonlyMap<number, boolean>

  constructor(marks: readonly ReadMarksTable[], exceptions: ReadonlyMap<number, boolean>) {
    this.#exceptions = exceptions
    let everything = 0
    for (const mark of marks) {
      if (mark.stream_id === 0) everything = mark.until_message
      const topics = this.#streams.get(mark.stream_id) ?? new Map<string, number>()
      topics.set(mark.topic_key, mark.until_message)
      this.#streams.set(mark.stream_id, topics)
    }
    this.#everything = everything
  }

  isRead(id: number, streamId: number | null, topic: string): boolean {
    return this.#exceptions.get(id) ?? id <= this.readUntil(streamId, topic)
  }

  isException(messageId: number): boolean {
    return this.#exceptions.has(messageId)
  }

  /** Are there marks for this stream or topics of it? Otherwise only the one for everything counts. */
  hasMarksIn(streamId: number | null): boolean {
    return streamId !== null && this.#streams.has(streamId)
  }

  /** Without a topic: as far as the whole stream is read. Private messages: as far as everything is. */
  readUntil(streamId: number | null, topic = ''): number {
    const topics = streamId === null ? undefined : this.#streams.get(streamId)
    if (!topics) return this.#everything
    const inTopic = topic === '' ? 0 : (topics.get(topic.toLowerCase()) ?? 0)
    return Math.max(this.#everything, topics.get('') ?? 0, inTopic)
  }
}

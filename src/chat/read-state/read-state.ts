import type { ReadMarksTable } from './read-marks-table.ts'

/** One person's marks, and the messages that they marked one by one. */
export class ReadState {
  readonly #everything: number
  readonly #streams = new Map<number, number>()
  /** by stream; hardly anybody marks topics */
  #topics: Map<number, Map<string, number>> | undefined
  readonly #exceptions: ReadonlyMap<number, boolean>

  constructor(marks: readonly ReadMarksTable[], exceptions: ReadonlyMap<number, boolean>) {
    this.#exceptions = exceptions
    let everything = 0
    for (const mark of marks) {
      if (mark.stream_id === 0) everything = mark.until_message
      else if (mark.topic_key === '') this.#streams.set(mark.stream_id, mark.until_message)
      else this.#addTopic(mark)
    }
    this.#everything = everything
  }

  isRead(id: number, streamId: number | null, topic: string): boolean {
    return this.#exceptions.get(id) ?? id <= this.readUntil(streamId, topic)
  }

  /** Everything up to this message of a stream is read now, but for exceptions. */
  moveMark(streamId: number, until: number): void {
    if (until > this.readUntil(streamId)) this.#streams.set(streamId, until)
  }

  isException(messageId: number): boolean {
    return this.#exceptions.has(messageId)
  }

  /** Are there marks for this stream or topics of it? Otherwise only the one for everything counts. */
  hasMarksIn(streamId: number | null): boolean {
    return streamId !== null && (this.#streams.has(streamId) || this.#topics?.has(streamId) === true)
  }

  /** Without a topic: as far as the whole stream is read. Private messages: as far as everything is. */
  readUntil(streamId: number | null, topic = ''): number {
    if (streamId === null) return this.#everything
    const inStream = this.#streams.get(streamId) ?? 0
    const topics = topic === '' ? undefined : this.#topics?.get(streamId)
    return Math.max(this.#everything, inStream, topics?.get(topic.toLowerCase()) ?? 0)
  }

  #addTopic({ stream_id, topic_key, until_message }: ReadMarksTable): void {
    this.#topics ??= new Map()
    const topics = this.#topics.get(stream_id) ?? new Map<string, number>()
    topics.set(topic_key, until_message)
    this.#topics.set(stream_id, topics)
  }
}

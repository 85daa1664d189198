import { type MessageJson, openMessage } from './message-json.ts'

export interface MessageShape {
  applyMarkdown: boolean
  clientAvatar: boolean
}

/** The end of a message that the reader has read, which is the most common case. */
export const READ_ENDING = '["read"]}'

/** A message that is ready to be copied into every response that contains it. */
export class MessageText {
  readonly #json: MessageJson
  readonly id: number
  readonly recipientId: number
  /** it mentions everyone */
  readonly everyone: boolean
  /** false once the message has changed, or if changes are not tracked */
  isCached = false

  constructor(json: MessageJson) {
    this.#json = json
    this.id = json.id
    this.recipientId = json.recipientId
    this.everyone = json.everyone
  }

  get content(): string {
    return JSON.parse(this.#json.content)
  }

  get renderedContent(): string {
    return JSON.parse(this.#json.renderedContent)
  }

  get subject(): string {
    return JSON.parse(this.#json.subject)
  }

  /** Approximate bytes in memory, including the words for search. */
  get size(): number {
    const { content, renderedContent, reactions, submessages, edits } = this.#json
    const attached = reactions.length + submessages.length + edits.length
    return 1000 + content.length * 2 + renderedContent.length * 2 + attached
  }

  /** The JSON object with the flags of a reader, which are JSON too. */
  json(shape: MessageShape, flags: string): string {
    return `${this.open(shape)}${flags}}`
  }

  /** The JSON object up to the flags. `READ_ENDING` or other flags complete it. */
  open({ applyMarkdown, clientAvatar }: MessageShape): string {
    return `${openMessage(this.#json, applyMarkdown, clientAvatar)},"flags":`
  }
}

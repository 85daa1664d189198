import { type MessageJson, openMessage } from './message-json.ts'

export interface MessageShape {
  applyMarkdown: boolean
  clientAvatar: boolean
}

/** How a message ends for whoever has read it, as most readers have most of the time. */
export const READ_ENDING = '["read"]}'

/** A message that is ready to be written into every response that carries it. */
export class MessageText {
  readonly #json: MessageJson
  readonly id: number
  readonly recipientId: number
  /** it mentions everyone */
  readonly everyone: boolean
  /** false once the message has changed, and when that is not known */
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

  /** About the bytes that it takes in memory, with the words that a search reads. */
  get size(): number {
    const { content, renderedContent, reactions, submessages, edits } = this.#json
    const attached = reactions.length + submessages.length + edits.length
    return 1000 + content.length * 2 + renderedContent.length * 2 + attached
  }

  /** The JSON object with a reader's flags, which are JSON too. */
  json(shape: MessageShape, flags: string): string {
    return `${this.open(shape)}${flags}}`
  }

  /** The JSON object up to the flags, which `READ_ENDING` or others complete. */
  open({ applyMarkdown, clientAvatar }: MessageShape): string {
    return `${openMessage(this.#json, applyMarkdown, clientAvatar)},"flags":`
  }
}

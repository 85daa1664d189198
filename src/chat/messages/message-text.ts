/** A message's fields that look the same to everybody. */
export interface CommonView {
  id: number
  type: 'stream' | 'private'
  subject: string
  subject_links: string[]
  stream_id?: number
  display_recipient: string | { id: number; email: string; full_name: string }[]
  recipient_id: number
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_short_name: string
  sender_realm_str: string
  client: string
  is_me_message: boolean
  reactions: object[]
  submessages: object[]
  timestamp: number
  last_edit_timestamp?: number
  edit_history?: object[]
}

/** All that is needed to show a message in any shape. */
export interface MessageParts {
  view: CommonView
  content: string
  rendered_content: string
  avatar_url: string
  default_avatar: boolean
  /** it says @**all** */
  everyone: boolean
}

/** A message, written out once per shape and then spliced into every answer that carries it. */
export class MessageText {
  readonly parts: MessageParts
  /** What the flags depend on, at hand: pages of messages look at nothing else. */
  readonly id: number
  readonly recipientId: number
  readonly streamId: number | null
  readonly topic: string
  readonly everyone: boolean
  readonly #shapes: (string | undefined)[] = []
  readonly #written: ({ flags: string; bytes: Buffer } | undefined)[] = []

  constructor(parts: MessageParts) {
    const { view, everyone } = parts
    this.parts = parts
    this.id = view.id
    this.recipientId = view.recipient_id
    this.streamId = view.stream_id ?? null
    this.topic = view.subject
    this.everyone = everyone
  }

  /** The JSON object without its closing brace, so that flags can be added. */
  open(applyMarkdown: boolean, clientAvatar: boolean): string {
    const index = (applyMarkdown ? 2 : 0) + (clientAvatar ? 1 : 0)
    let text = this.#shapes[index]
    if (text === undefined) {
      text = this.#write(applyMarkdown, clientAvatar)
      this.#shapes[index] = text
    }
    return text
  }

  /**
   * The whole object with its flags, and a comma before it, in the form in which it leaves: an answer with
   * many messages only has to be put together. Most readers of a message have the same flags.
   */
  withFlags(applyMarkdown: boolean, clientAvatar: boolean, flags: string): Buffer {
    const index = (applyMarkdown ? 2 : 0) + (clientAvatar ? 1 : 0)
    const written = this.#written[index]
    if (written?.flags === flags) return written.bytes
    const bytes = Buffer.from(`,${this.open(applyMarkdown, clientAvatar)},"flags":${flags}}`)
    this.#written[index] = { flags, bytes }
    return bytes
  }

  #write(applyMarkdown: boolean, clientAvatar: boolean): string {
    const { view, content, rendered_content, avatar_url, default_avatar } = this.parts
    // Two texts become one faster than two objects do.
    const own = JSON.stringify({
      avatar_url: clientAvatar && default_avatar ? null : avatar_url,
      content: applyMarkdown ? rendered_content : content,
      content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    })
    return `${JSON.stringify(view).slice(0, -1)},${own.slice(1, -1)}`
  }
}

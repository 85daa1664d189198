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

/** A message, serialized once per shape and then copied into every response that carries it. */
export class MessageText {
  readonly parts: MessageParts
  readonly id: number
  readonly recipientId: number
  /** it mentions everyone */
  readonly everyone: boolean
  readonly #shapes: (Buffer | undefined)[] = []

  constructor(parts: MessageParts) {
    this.parts = parts
    this.id = parts.view.id
    this.recipientId = parts.view.recipient_id
    this.everyone = parts.everyone
  }

  /** About the bytes that it takes in memory, with one shape and the words that a search reads. */
  get size(): number {
    const { content, rendered_content, view } = this.parts
    const attached =
      (view.edit_history?.length ?? 0) * 1000 + (view.reactions.length + view.submessages.length) * 300
    return 2000 + content.length * 2 + rendered_content.length * 3 + attached
  }

  /** The JSON object without its closing brace, so that flags can be added. */
  open(applyMarkdown: boolean, clientAvatar: boolean): Buffer {
    const index = (applyMarkdown ? 2 : 0) + (clientAvatar ? 1 : 0)
    let text = this.#shapes[index]
    if (text === undefined) {
      text = Buffer.from(openMessage(this.parts, applyMarkdown, clientAvatar))
      this.#shapes[index] = text
    }
    return text
  }
}

/** A message as JSON, without the closing brace. */
export function openMessage(parts: MessageParts, applyMarkdown: boolean, clientAvatar: boolean): string {
  const { view, content, rendered_content, avatar_url, default_avatar } = parts
  // Two texts become one faster than two objects do.
  const own = JSON.stringify({
    avatar_url: clientAvatar && default_avatar ? null : avatar_url,
    content: applyMarkdown ? rendered_content : content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
  })
  return `${JSON.stringify(view).slice(0, -1)},${own.slice(1, -1)}`
}

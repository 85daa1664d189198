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

  /** Adds the JSON object with a reader's flags to `pieces`, and a comma in front of it. */
  write(pieces: Buffer[], applyMarkdown: boolean, clientAvatar: boolean, flags: string, more = ''): void {
    const written = this.#written(applyMarkdown, clientAvatar)
    if (flags === READ && more === '') pieces.push(written)
    else pieces.push(written.subarray(0, -readEnding.length), endingWith(flags, more))
  }

  /** The JSON object with a reader's flags. */
  json(applyMarkdown: boolean, clientAvatar: boolean, flags: string): string {
    const pieces: Buffer[] = []
    this.write(pieces, applyMarkdown, clientAvatar, flags)
    return Buffer.concat(pieces).toString('utf8', 1)
  }

  /** As most readers see it most of the time: read. */
  #written(applyMarkdown: boolean, clientAvatar: boolean): Buffer {
    const index = (applyMarkdown ? 2 : 0) + (clientAvatar ? 1 : 0)
    let written = this.#shapes[index]
    if (written === undefined) {
      written = Buffer.from(`,${openMessage(this.parts, applyMarkdown, clientAvatar)},"flags":${READ}}`)
      this.#shapes[index] = written
    }
    return written
  }
}

const READ = '["read"]'
const readEnding = Buffer.from(`${READ}}`)

/** Flags come in few combinations. */
const endings = new Map<string, Buffer>()

function endingWith(flags: string, more: string): Buffer {
  if (more !== '') return Buffer.from(`${flags}${more}}`)
  let ending = endings.get(flags)
  if (!ending) {
    ending = Buffer.from(`${flags}}`)
    endings.set(flags, ending)
  }
  return ending
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

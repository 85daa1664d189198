import type { MessageParts } from './message-parts.ts'

/** The parts of a message, ready to be assembled in any shape. Texts and lists are already JSON. */
export interface MessageJson {
  id: number
  recipientId: number
  /** null: a private message */
  streamId: number | null
  subject: string
  subjectLinks: string
  displayRecipient: string
  /** the fields about the sender, separated by commas */
  sender: string
  avatarUrl: string
  hasDefaultAvatar: boolean
  client: string
  content: string
  renderedContent: string
  reactions: string
  submessages: string
  timestamp: number
  /** the fields of an edited message, each preceded by a comma */
  edits: string
  /** it mentions everyone */
  everyone: boolean
}

/** For a message that was just sent. */
export function jsonOfParts(parts: MessageParts): MessageJson {
  const { view } = parts
  const { sender_id, sender_email, sender_full_name, sender_short_name, sender_realm_str } = view
  return {
    id: view.id,
    recipientId: view.recipient_id,
    streamId: view.stream_id ?? null,
    subject: JSON.stringify(view.subject),
    subjectLinks: JSON.stringify(view.subject_links),
    displayRecipient: JSON.stringify(view.display_recipient),
    sender: jsonFields({ sender_id, sender_email, sender_full_name, sender_short_name, sender_realm_str }),
    avatarUrl: JSON.stringify(parts.avatar_url),
    hasDefaultAvatar: parts.default_avatar,
    client: JSON.stringify(view.client),
    content: JSON.stringify(parts.content),
    renderedContent: JSON.stringify(parts.rendered_content),
    reactions: JSON.stringify(view.reactions),
    submessages: JSON.stringify(view.submessages),
    timestamp: view.timestamp,
    edits: '',
    everyone: parts.everyone,
  }
}

export const jsonFields = (fields: object) => JSON.stringify(fields).slice(1, -1)

const ME = '"/me '

/**
 * The message as JSON, without the closing brace. Concatenated by hand: pages consist of little else, and this takes a
 * quarter of the time of JSON.stringify.
 */
export function openMessage(message: MessageJson, applyMarkdown: boolean, clientAvatar: boolean): string {
  const { id, recipientId, streamId, content } = message
  const stream = streamId === null ? '' : `"stream_id":${streamId},`
  return (
    `{"id":${id},"type":${streamId === null ? '"private"' : '"stream"'},"subject":${message.subject},` +
    `"subject_links":${message.subjectLinks},"display_recipient":${message.displayRecipient},` +
    `"recipient_id":${recipientId},${stream}${message.sender},"client":${message.client},` +
    `"is_me_message":${content.startsWith(ME)},"reactions":${message.reactions},` +
    `"submessages":${message.submessages},"timestamp":${message.timestamp}${message.edits},` +
    `"avatar_url":${clientAvatar && message.hasDefaultAvatar ? 'null' : message.avatarUrl},` +
    (applyMarkdown
      ? `"content":${message.renderedContent},"content_type":"text/html"`
      : `"content":${content},"content_type":"text/x-markdown"`)
  )
}

import type { ChatPlatform } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { avatarUrl, hasDefaultAvatar } from '../identity/users/avatar.ts'
import type { User } from '../identity/users/user.ts'
import type { Linkifier } from '../markdown/markdown-context.ts'
import { findTopicLinks } from '../markdown/render-topic-links.ts'
import type { MessagesTable } from './messages-table.ts'

/** The fields of a message that are the same for all readers. */
export interface CommonView {
  id: number
  type: 'stream' | 'private'
  subject: string
  subject_links: string[]
  stream_id?: number
  display_recipient: DisplayRecipient
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
}

/** The recipients of a message, as its readers see them. */
export type DisplayRecipient = string | { id: number; email: string; full_name: string }[]

/** A message that was just sent, with everything needed to show it in any shape. */
export interface MessageParts {
  view: CommonView
  content: string
  rendered_content: string
  avatar_url: string
  default_avatar: boolean
  /** it contains @**all** */
  everyone: boolean
}

type Attached = Pick<CommonView, 'reactions' | 'submessages'>

export function messageParts(
  chat: ChatPlatform,
  realm: Realm,
  message: MessagesTable,
  sender: User,
  displayRecipient: DisplayRecipient,
  linkifiers: readonly Linkifier[],
  { reactions, submessages }: Attached = { reactions: [], submessages: [] },
): MessageParts {
  const view: CommonView = {
    id: message.id,
    type: message.stream_id === null ? 'private' : 'stream',
    subject: message.topic,
    subject_links: findTopicLinks(message.topic, linkifiers),
    display_recipient: displayRecipient,
    recipient_id: message.recipient_id,
    ...senderView(realm, sender),
    client: message.client,
    is_me_message: message.content.startsWith('/me '),
    reactions,
    submessages,
    timestamp: message.sent_at,
  }
  if (message.stream_id !== null) view.stream_id = message.stream_id
  return {
    view,
    content: message.content,
    rendered_content: message.rendered_content,
    avatar_url: avatarUrl(chat.config.publicUrl, sender),
    default_avatar: hasDefaultAvatar(sender),
    everyone: message.mentions_everyone === 1,
  }
}

export const senderView = (realm: Realm, sender: User) => ({
  sender_id: sender.id,
  sender_email: sender.email,
  sender_full_name: sender.full_name,
  sender_short_name: sender.short_name,
  sender_realm_str: realm.host,
})

export function displayPeople(people: readonly User[]): DisplayRecipient {
  return [...people]
    .sort((one, other) => (one.email_key < other.email_key ? -1 : 1))
    .map(({ id, email, full_name, short_name }) => ({
      id,
      email,
      full_name,
      short_name,
      is_mirror_dummy: false,
    }))
}

import type { Chat, Db } from '../chat.ts'
import type { Linkifier } from '../markdown/markdown-context.ts'
import { findTopicLinks } from '../markdown/render-topic-links.ts'
import { loadEditHistories } from '../message-edits/edit-history-view.ts'
import { viewReaction } from '../reactions/reaction-view.ts'
import type { Realm } from '../realms/realm.ts'
import { findRecipients, membersOf } from '../recipients/recipient-store.ts'
import { streamIdKey } from '../streams/stream-store.ts'
import { avatarUrl, hasDefaultAvatar } from '../users/avatar.ts'
import type { User } from '../users/user.ts'
import type { MessageExtras } from './message-extras-store.ts'
import type { CommonView, MessageParts } from './message-text.ts'
import type { MessagesTable } from './messages-table.ts'

/** Whom a message went to, as its readers see it. */
export type DisplayRecipient = CommonView['display_recipient']

type Attached = Pick<CommonView, 'reactions' | 'submessages' | 'edit_history'>
const nothingAttached: Attached = { reactions: [], submessages: [] }

export function messageParts(
  chat: Chat,
  realm: Realm,
  message: MessagesTable,
  sender: User,
  displayRecipient: DisplayRecipient,
  linkifiers: readonly Linkifier[],
  { reactions, submessages, edit_history }: Attached = nothingAttached,
): MessageParts {
  const view: CommonView = {
    id: message.id,
    type: message.stream_id === null ? 'private' : 'stream',
    subject: message.topic,
    subject_links: findTopicLinks(message.topic, linkifiers),
    display_recipient: displayRecipient,
    recipient_id: message.recipient_id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_short_name: sender.short_name,
    sender_realm_str: realm.host,
    client: message.client,
    is_me_message: message.content.startsWith('/me '),
    reactions,
    submessages,
    timestamp: message.sent_at,
  }
  if (message.stream_id !== null) view.stream_id = message.stream_id
  if (message.edited_at !== null) view.last_edit_timestamp = message.edited_at
  if (edit_history) view.edit_history = edit_history
  return {
    view,
    content: message.content,
    rendered_content: message.rendered_content,
    avatar_url: avatarUrl(chat.config.publicUrl, sender),
    default_avatar: hasDefaultAvatar(sender),
    everyone: message.mentions_everyone === 1,
  }
}

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

/** The same for messages that are read from the database, with as few queries as there are kinds of things. */
export async function loadMessageParts(
  chat: Chat,
  db: Db,
  realm: Realm,
  messages: readonly MessagesTable[],
  extras: ReadonlyMap<number, MessageExtras>,
): Promise<MessageParts[]> {
  const inPrivate = messages.filter((message) => message.stream_id === null)
  const conversations = await findRecipients(db, realm.id, [
    ...new Set(inPrivate.map((message) => message.recipient_id)),
  ])
  const people = new Set(messages.map((message) => message.sender_id))
  for (const row of conversations) for (const id of membersOf(row)) people.add(id)
  for (const { reactions } of extras.values()) for (const { user_id } of reactions) people.add(user_id)
  const users = await chat.usersById.getMany(realm.id, people)
  const names = await streamNames(chat, realm.id, messages)
  const partners = new Map(
    conversations.map((row) => [row.id, displayPeople(membersOf(row).map((id) => users.get(id)!))]),
  )
  const edits = await loadEditHistories(db, realm, messages)
  const { linkifiers } = await chat.vocabularies.require(realm.id)
  return messages.map((message) => {
    const sender = users.get(message.sender_id)!
    const recipient =
      message.stream_id === null ? partners.get(message.recipient_id)! : names.get(message.stream_id)!
    const attached = viewExtras(extras.get(message.id), users)
    const edit_history = edits.get(message.id)
    return messageParts(chat, realm, message, sender, recipient, linkifiers, {
      ...attached,
      ...(edit_history && { edit_history }),
    })
  })
}

async function streamNames(
  chat: Chat,
  realmId: number,
  messages: readonly MessagesTable[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set<number>()
  for (const { stream_id: id } of messages) if (id !== null) ids.add(id)
  const names = await chat.streamNames.getMany(Array.from(ids, (id) => streamIdKey(realmId, id)))
  return new Map(Array.from(ids, (id) => [id, names.get(streamIdKey(realmId, id)) ?? '']))
}

function viewExtras(extras: MessageExtras | undefined, users: ReadonlyMap<number, User>): Attached {
  if (!extras) return nothingAttached
  return {
    reactions: extras.reactions.map((row) => viewReaction(row, users.get(row.user_id)!)),
    submessages: extras.submessages,
  }
}

import type { Db } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { avatarUrl, hasDefaultAvatar } from '../identity/users/avatar.ts'
import type { User } from '../identity/users/user.ts'
import { findTopicLinks } from '../markdown/render-topic-links.ts'
import { findRecipients, membersOf } from '../streams/recipients/recipient-store.ts'
import { streamIdKey } from '../streams/stream-store.ts'
import { listShownEdits, type ShownEdit } from './message-edits/message-edit-store.ts'
import {
  loadExtras,
  loadStoredMessages,
  type MessageExtras,
  type StoredMessage,
} from './message-extras-store.ts'
import { jsonFields, type MessageJson } from './message-json.ts'
import { displayPeople, senderView } from './message-parts.ts'
import type { ReactionsTable } from './reactions/reactions-table.ts'
import { readHistory } from './read-history.ts'
import type { Rendering } from './rendering.ts'

/** Limit for each message of a page. Only the newest edits carry their texts; clients get the rest from /history. */
const BYTES_ON_PAGE = 4096

/** Loads messages in any order, with one query per kind of data. */
export async function loadMessageJson(
  chat: Rendering,
  realmId: number,
  ids: readonly number[],
): Promise<MessageJson[]> {
  const realm = await chat.realmsById.require(realmId)
  const [messages, extras] = await readHistory(chat, realmId, (db) =>
    Promise.all([loadStoredMessages(db, realmId, ids), loadExtras(db, realmId, ids)]),
  )
  const histories = await readHistory(chat, realmId, (db) => loadEditHistories(db, realm, messages))
  const conversations = await findConversations(chat, realmId, messages)
  const people = new Set(messages.map((message) => message.senderId))
  for (const members of conversations.values()) for (const id of members) people.add(id)
  for (const { reactions } of extras.values()) for (const { user_id } of reactions) people.add(user_id)
  const users = await chat.usersById.getMany(realmId, people)
  const shown = await showRecipients(chat, realmId, messages, conversations, users)
  const senders = new Map(
    Array.from(users.values(), (user) => [
      user.id,
      {
        sender: jsonFields(senderView(realm, user)),
        avatarUrl: JSON.stringify(avatarUrl(chat.config.publicUrl, user)),
        hasDefaultAvatar: hasDefaultAvatar(user),
      },
    ]),
  )
  const { linkifiers } = await chat.vocabularies.require(realmId)
  return messages.map((message) => {
    const from = senders.get(message.senderId)!
    const attached = writeExtras(extras.get(message.id), users)
    const links = findTopicLinks(JSON.parse(message.subject), linkifiers)
    // Field by field, because spreading is several times slower in V8.
    return {
      id: message.id,
      recipientId: message.recipientId,
      streamId: message.streamId,
      subject: message.subject,
      subjectLinks: links.length === 0 ? '[]' : JSON.stringify(links),
      displayRecipient: shown.get(message.recipientId)!,
      sender: from.sender,
      avatarUrl: from.avatarUrl,
      hasDefaultAvatar: from.hasDefaultAvatar,
      client: message.client,
      content: message.content,
      renderedContent: message.renderedContent,
      reactions: attached.reactions,
      submessages: attached.submessages,
      timestamp: message.timestamp,
      edits: writeEdits(message, histories),
      everyone: message.everyone,
    }
  })
}

/** The members of private conversations, by recipient. */
async function findConversations(
  chat: Rendering,
  realmId: number,
  messages: readonly StoredMessage[],
): Promise<Map<number, readonly number[]>> {
  const ids = new Set<number>()
  for (const { streamId, recipientId } of messages) if (streamId === null) ids.add(recipientId)
  if (ids.size === 0) return new Map()
  const rows = await readHistory(chat, realmId, (db) => findRecipients(db, realmId, [...ids]))
  return new Map(rows.map((row) => [row.id, membersOf(row)]))
}

/** By recipient: the name of the stream, or the people. */
async function showRecipients(
  chat: Rendering,
  realmId: number,
  messages: readonly StoredMessage[],
  conversations: ReadonlyMap<number, readonly number[]>,
  users: ReadonlyMap<number, User>,
): Promise<Map<number, string>> {
  const streams = new Map<number, string>()
  for (const { streamId, recipientId } of messages)
    if (streamId !== null) streams.set(recipientId, streamIdKey(realmId, streamId))
  const names = await chat.streamNames.getMany(streams.values())
  const shown = new Map<number, string>()
  for (const [id, key] of streams) shown.set(id, JSON.stringify(names.get(key) ?? ''))
  for (const [id, members] of conversations)
    shown.set(id, JSON.stringify(displayPeople(members.map((member) => users.get(member)!))))
  return shown
}

const nothingAttached = { reactions: '[]', submessages: '[]' }

function writeExtras(
  extras: MessageExtras | undefined,
  users: ReadonlyMap<number, User>,
): Pick<MessageJson, 'reactions' | 'submessages'> {
  if (!extras) return nothingAttached
  const reactions = extras.reactions.map((row) => viewReaction(row, users.get(row.user_id)!))
  return { reactions: JSON.stringify(reactions), submessages: JSON.stringify(extras.submessages) }
}

function writeEdits(
  { id, editedAt }: StoredMessage,
  histories: ReadonlyMap<number, readonly EditView[]>,
): string {
  if (editedAt === null) return ''
  const history = histories.get(id)
  return `,"last_edit_timestamp":${editedAt}${history ? `,"edit_history":${JSON.stringify(history)}` : ''}`
}

/** As part of a message. */
function viewReaction(
  { emoji_name, emoji_code, reaction_type }: Omit<ReactionsTable, 'realm_id'>,
  { id, email, full_name }: Pick<User, 'id' | 'email' | 'full_name'>,
) {
  return { emoji_name, emoji_code, reaction_type, user_id: id, user: { id, email, full_name } }
}

/** An element of `edit_history`. Without texts, it says only who edited and when. */
interface EditView {
  user_id: number
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_rendered_content_version?: number
  /** the topic before and after the edit; newer clients require both */
  prev_topic?: string
  topic?: string
  /** the same as prev_topic under its legacy name */
  prev_subject?: string
  /** the streams before and after the edit */
  prev_stream?: number
  stream?: number
}

/** The `edit_history` of messages, newest first. Pages get earlier versions only from here. */
async function loadEditHistories(
  db: Db,
  realm: Realm,
  messages: readonly StoredMessage[],
): Promise<ReadonlyMap<number, EditView[]>> {
  const edited = new Map(messages.filter(({ editedAt }) => editedAt !== null).map((one) => [one.id, one]))
  if (edited.size === 0 || !realm.settings.allow_edit_history) return new Map()
  const histories = new Map<number, ShownEdit[]>()
  for (const row of await listShownEdits(db, realm.id, [...edited.keys()], BYTES_ON_PAGE)) {
    const history = histories.get(row.message_id)
    if (history) history.push(row)
    else histories.set(row.message_id, [row])
  }
  return new Map(Array.from(histories, ([id, edits]) => [id, viewEdits(edits, edited.get(id)!)]))
}

/** Each edit led to the topic and the stream that the next newer one replaced, or to those of the message. */
function viewEdits(edits: readonly ShownEdit[], { subject, streamId }: StoredMessage): EditView[] {
  let topic: string = JSON.parse(subject)
  let stream = streamId
  return edits.map(({ user_id, edited_at, prev_topic, prev_stream, ...content }) => {
    const { prev_content, prev_rendered_content } = content
    const view = {
      user_id,
      timestamp: edited_at,
      ...(prev_content !== null && {
        prev_content,
        prev_rendered_content: prev_rendered_content!,
        prev_rendered_content_version: 1,
      }),
      ...(prev_topic !== null && { prev_topic, topic, prev_subject: prev_topic }),
      ...(prev_stream !== null && { prev_stream, stream: stream! }),
    }
    topic = prev_topic ?? topic
    stream = prev_stream ?? stream
    return view
  })
}

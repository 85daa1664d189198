import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUsers } from '../../identity/users/user-store.ts'
import { findTopicLinks } from '../../markdown/render-topic-links.ts'
import type { People } from '../../people/people.ts'
import { mentionedPeople } from '../../people/user-groups/mentioned-people.ts'
import { findStream } from '../../streams/stream-store.ts'
import { checkIsTopic, checkTopic } from '../../streams/topic-name.ts'
import { claimAttachments } from '../attachments/claim-attachments.ts'
import { storeConcerns } from '../flags/message-flag-store.ts'
import { accessMessage, conversationMembers } from '../message-access.ts'
import { updateMessage } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import type { Rendering } from '../rendering.ts'
import { checkContent } from '../sending/message-content.ts'
import type { Destination } from '../sending/message-to-write.ts'
import { renderContent } from '../sending/render-content.ts'
import { receiversAmong } from '../sending/write-message.ts'
import { announceEdit, type Changes } from './announce-edit.ts'
import { recordEdits } from './edit-history.ts'
import { checkMayEdit } from './edit-permission.ts'
import { deadlineOf, finishMove, finishMovesOf, type MoveRange, moveBatch } from './move-messages.ts'
import { findMoveAmong, insertMove } from './topic-move-store.ts'
import type { TopicMovesTable } from './topic-moves-table.ts'

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const

export interface MessageEdit {
  topic: string | undefined
  content: string | undefined
  propagateMode: (typeof propagateModes)[number]
}

export async function editMessage(
  chat: Rendering,
  actor: Actor,
  messageId: number,
  input: MessageEdit,
): Promise<void> {
  if (input.topic === undefined && input.content === undefined) throw badRequest('Nothing to change')
  const topic = input.topic === undefined ? undefined : checkTopic(input.topic)
  const content =
    input.content === undefined ? undefined : checkContent(input.content.trimEnd() || '(deleted)')
  const rendered =
    content === undefined ? undefined : await renderContent(chat, chat.database.read, actor, content)
  const { linkifiers } = await chat.vocabularies.require(actor.realm.id)
  const topicLinks = findTopicLinks(topic ?? '', linkifiers)
  const deadline = deadlineOf(chat)
  const attempt = () =>
    chat.transact(actor.realm.id, async (transaction): Promise<Outcome> => {
      const message = await accessMessage(transaction.db, actor, messageId)
      const wanted = { topic: topic !== undefined, content: content !== undefined }
      checkMayEdit(actor, message, wanted, secondsOf(chat.clock))
      const changes: Changes = {
        ...(topic !== undefined && topic !== message.topic && { topic, topicLinks }),
        ...(content !== undefined && content !== message.content && { content, rendered: rendered! }),
      }
      if (changes.topic === undefined && changes.content === undefined) throw badRequest('Nothing to change')
      if (changes.topic !== undefined) checkIsTopic(actor.realm, changes.topic)
      const blockedBy = await findBlockingMove(transaction, message, changes)
      return blockedBy
        ? { blockedBy }
        : apply(chat, transaction, actor, message, changes, input.propagateMode)
    })
  for (;;) {
    const { blockedBy, unfinished } = await attempt()
    if (unfinished) await finishMove(chat, actor.realm.id, unfinished.id, deadline)
    if (!blockedBy) return
    await finishMovesOf(chat, blockedBy, deadline)
  }
}

interface Outcome {
  /** nothing has been changed yet: moves of these topics have to finish first */
  blockedBy?: { realmId: number; streamId: number; topicKeys: string[] }
  /** the rest of the topic still has to be moved */
  unfinished?: TopicMovesTable
}

async function findBlockingMove(
  { db }: ChatTransaction,
  { realm_id: realmId, stream_id: streamId, topic_key: topicKey }: MessagesTable,
  { topic }: Changes,
): Promise<Outcome['blockedBy']> {
  if (topic === undefined || streamId === null) return undefined
  const topicKeys = [topicKey, topic.toLowerCase()]
  return (await findMoveAmong(db, realmId, streamId, topicKeys)) && { realmId, streamId, topicKeys }
}

async function apply(
  chat: People,
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  mode: MessageEdit['propagateMode'],
): Promise<Outcome> {
  const { db } = transaction
  const now = secondsOf(chat.clock)
  const stream =
    message.stream_id === null ? undefined : await findStream(db, actor.realm.id, message.stream_id)
  // The author can still read it, but an archived stream has no subscribers to notify of a change.
  if (message.stream_id !== null && !stream) throw badRequest('The stream of this message is archived')
  const members = await conversationMembers(db, message)
  const destination: Destination = stream
    ? { kind: 'stream', stream, topic: message.topic }
    : { kind: 'private', people: await findUsers(db, actor.realm.id, members!) }
  const range = changes.topic === undefined ? undefined : rangeOf(message, changes.topic, mode)
  await storeEdit(transaction, actor, message, changes, now)
  const batch = range && (await moveBatch(transaction, range, { mover: actor, now, except: message.id }))
  if (changes.rendered) await storeFlags(chat, transaction, actor, message, changes, destination)
  if (changes.rendered && (changes.rendered.hasAttachment || message.has_attachment === 1)) {
    await claimAttachments(chat, transaction, actor, message, changes.rendered.html)
  }
  const edit = { editor: actor, mode, now, stream, members }
  await announceEdit(transaction, edit, changes, message, batch?.moved ?? [])
  if (batch?.next === undefined) return {}
  const unfinished: TopicMovesTable = {
    ...range!,
    id: await transaction.next('topic_moves'),
    user_id: actor.user.id,
    stream_id: message.stream_id!,
    propagate_mode: mode,
    before_message: batch.next,
    worked_at: chat.clock.now(),
  }
  await insertMove(db, unfinished)
  return { unfinished }
}

/** The other messages of the topic that move with this one. Messages sent later stay in the old topic. */
function rangeOf(
  { realm_id, recipient_id, topic_key, id }: MessagesTable,
  topic: string,
  mode: MessageEdit['propagateMode'],
): MoveRange | undefined {
  if (mode === 'change_one') return undefined
  const from_message = mode === 'change_later' ? id : 0
  return { realm_id, recipient_id, topic_key, topic, from_message, before_message: Number.MAX_SAFE_INTEGER }
}

async function storeEdit(
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  now: number,
): Promise<void> {
  const { db } = transaction
  await recordEdits(db, message.realm_id, [message.id], {
    userId: actor.user.id,
    editedAt: now,
    movesTopic: changes.topic !== undefined,
    changesContent: changes.content !== undefined,
  })
  const columns: Partial<MessagesTable> = { edited_at: now }
  if (changes.topic !== undefined) {
    columns.topic = changes.topic
    columns.topic_key = changes.topic.toLowerCase()
  }
  if (changes.content !== undefined) {
    const { rendered } = changes
    columns.content = changes.content
    columns.rendered_content = rendered!.html
    columns.has_link = rendered!.hasLink ? 1 : 0
    columns.has_image = rendered!.hasImage ? 1 : 0
    columns.has_attachment = rendered!.hasAttachment ? 1 : 0
    columns.mentions_everyone = rendered!.mentionsEveryone ? 1 : 0
  }
  await updateMessage(db, message.realm_id, message.id, columns)
}

/** Stores whom the new text mentions or alerts. */
async function storeFlags(
  chat: People,
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  destination: Destination,
): Promise<void> {
  const among = (ids: readonly number[]) => receiversAmong(transaction, actor.realm, destination, ids)
  const mentioned = await among(await mentionedPeople(transaction.db, actor.realm.id, changes.rendered!))
  const alerted = await among((await chat.alertMatchers.require(actor.realm.id))(changes.content!))
  const concerns = new Map(
    [...new Set([...mentioned, ...alerted])].map((id) => [
      id,
      { mentioned: mentioned.includes(id), alerted: alerted.includes(id) },
    ]),
  )
  await storeConcerns(transaction.db, message.realm_id, message.id, concerns)
}

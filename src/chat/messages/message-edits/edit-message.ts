import { createHash } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import { findHolds, underLegalHold } from '../../identity/legal-holds/held.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { findTopicLinks } from '../../markdown/render-topic-links.ts'
import { mentionedPeople } from '../../people/user-groups/mentioned-people.ts'
import type { Stream } from '../../streams/stream.ts'
import { findStream } from '../../streams/stream-store.ts'
import { checkIsTopic, checkTopic } from '../../streams/topic-name.ts'
import { claimAttachments, keepsFiles } from '../attachments/claim-attachments.ts'
import { storeConcerns } from '../flags/message-flag-store.ts'
import { accessMessage, conversationMembers } from '../message-access.ts'
import { checkContent } from '../message-content.ts'
import { updateMessage } from '../message-store.ts'
import type { Destination } from '../message-to-write.ts'
import type { Messages } from '../messages.ts'
import type { MessagesTable } from '../messages-table.ts'
import { streamDestination } from '../sending/message-destination.ts'
import { renderContent } from '../sending/render-content.ts'
import { sendNotification } from '../sending/send-notification.ts'
import { receiversAmong } from '../sending/write-message.ts'
import { announceEdit, type Changes } from './announce-edit.ts'
import { announceMove } from './announce-move.ts'
import { recordEdits } from './edit-history.ts'
import { checkMayEdit } from './edit-permission.ts'
import { findMoveAmong, type TopicPlace } from './message-edit-store.ts'
import { type TopicMovesTable, topicMovesTable } from './message-edits-table.ts'
import {
  deadlineOf,
  finishMove,
  finishMovesOf,
  type MoveRange,
  moveBatch,
  STALLED_AFTER_MS,
} from './move-messages.ts'
import { relocateMessages } from './relocate-messages.ts'

const subjects: Record<string, string> = {
  change_one: 'A message was',
  change_later: 'Messages were',
  change_all: 'This topic was',
}

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const

export interface MessageEdit {
  topic: string | undefined
  /** the stream to which it moves */
  streamId: number | undefined
  content: string | undefined
  /** of the content that the editor saw */
  previousHash?: string | undefined
  propagateMode: (typeof propagateModes)[number]
  notices: MoveNotices
}

export async function editMessage(
  chat: Messages,
  actor: Actor,
  messageId: number,
  input: MessageEdit,
): Promise<void> {
  if (input.topic === undefined && input.streamId === undefined && input.content === undefined)
    throw badRequest('Nothing to change')
  const topic = input.topic === undefined ? undefined : checkTopic(input.topic)
  const content =
    input.content === undefined ? undefined : checkContent(input.content.trimEnd() || '(deleted)')
  const rendered = content === undefined ? undefined : await renderContent(chat, actor, content)
  const { linkifiers } = await chat.vocabularies.require(actor.realm.id)
  const deadline = deadlineOf(chat)
  const attempt = () =>
    chat.transact(actor.realm.id, async (transaction): Promise<Outcome> => {
      const message = await accessMessage(transaction.db, actor, messageId)
      const stream = input.streamId !== undefined && input.streamId !== message.stream_id
      const wanted = { topic: topic !== undefined, stream, content: content !== undefined }
      checkMayEdit(actor, message, wanted, secondsOf(chat.clock))
      checkPrevious(message, input)
      const changes: Changes = {
        ...(topic !== undefined && topic !== message.topic && { topic }),
        ...(stream && (await findTarget(chat, transaction, actor, input.streamId!, topic ?? message.topic))),
        ...(content !== undefined && content !== message.content && { content, rendered: rendered! }),
      }
      if (changes.topic === undefined && changes.content === undefined) throw badRequest('Nothing to change')
      if (changes.topic !== undefined) {
        checkIsTopic(actor.realm, changes.topic)
        changes.topicLinks = findTopicLinks(changes.topic, linkifiers)
      }
      const places = placesOf(message, changes)
      if (places.length > 0 && (await findMoveAmong(transaction.db, actor.realm.id, places)))
        return { blockedBy: places }
      return apply(chat, transaction, actor, message, changes, input)
    })
  for (;;) {
    const { blockedBy, unfinished } = await attempt()
    if (unfinished) await finishMove(chat, actor.realm.id, unfinished.id, deadline)
    if (!blockedBy) return
    await finishMovesOf(chat, { realmId: actor.realm.id, places: blockedBy }, deadline)
  }
}

/** Nothing is overwritten that the editor has not seen. */
function checkPrevious({ content }: MessagesTable, { content: wanted, previousHash }: MessageEdit): void {
  if (previousHash === undefined || wanted === undefined) return
  const hash = createHash('sha256').update(content).digest('hex')
  if (hash !== previousHash.toLowerCase()) {
    throw new ChatError('The message was changed by another client.', { code: 'EXPECTATION_MISMATCH' })
  }
}

interface Outcome {
  /** nothing has been changed yet: moves of these topics have to finish first */
  blockedBy?: readonly TopicPlace[]
  /** the rest of the topic still has to be moved */
  unfinished?: TopicMovesTable
}

/** The stream to which messages move. The mover must be able to send there. */
async function findTarget(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  streamId: number,
  topic: string,
): Promise<Pick<Changes, 'stream' | 'topic'>> {
  const destination = await streamDestination(chat, transaction, actor, [streamId], topic)
  return destination.kind === 'stream' ? { stream: destination.stream, topic } : {}
}

/** The topics that a move changes: where from, and where to. */
function placesOf({ stream_id, topic_key }: MessagesTable, { topic, stream }: Changes): TopicPlace[] {
  if (topic === undefined || stream_id === null) return []
  return [
    { streamId: stream_id, topicKey: topic_key },
    { streamId: stream?.id ?? stream_id, topicKey: topic.toLowerCase() },
  ]
}

async function apply(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  { propagateMode: mode, notices }: MessageEdit,
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
    : { kind: 'private', people: await usersTable.list(db, { realm_id: actor.realm.id, id: members! }) }
  const range = changes.topic === undefined ? undefined : rangeOf(message, changes, mode)
  await storeEdit(transaction, actor, message, changes, now)
  const relocation = changes.stream && {
    source: stream!,
    target: changes.stream,
    topic: changes.topic!,
    now,
  }
  if (relocation) {
    const { streams } = await findHolds(db, actor.realm.id)
    // Elsewhere they could be deleted.
    if (streams.has(relocation.source.id)) throw underLegalHold('This stream is')
    await relocateMessages(transaction, [message], relocation)
  }
  const batch =
    range && (await moveBatch(transaction, range, { mover: actor, now, except: message.id, relocation }))
  if (changes.rendered) await storeFlags(chat, transaction, actor, message, changes, destination)
  if (changes.rendered && (changes.rendered.hasAttachment || message.has_attachment === 1)) {
    await claimAttachments(chat, transaction, actor, message, changes.rendered.html)
  }
  const edit = { editor: actor, mode, now, stream, members }
  const announceChange = relocation ? announceMove : announceEdit
  await announceChange(transaction, edit, changes, message, batch?.moved ?? [])
  if (relocation) {
    const from = { stream: relocation.source, topic: message.topic }
    const to = { stream: relocation.target, topic: relocation.topic }
    await notifyMovedThreads(chat, transaction, actor, { from, to, mode }, notices)
  }
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
  await topicMovesTable.insert(db, unfinished)
  await transaction.outbox.add('topic_move', {
    payload: { moveId: unfinished.id },
    dueAt: unfinished.worked_at + STALLED_AFTER_MS,
  })
  return { unfinished }
}

/** The other messages of the topic that move with this one. Messages sent later stay in the old topic. */
function rangeOf(
  { realm_id, recipient_id, stream_id, topic_key, id }: MessagesTable,
  { topic, stream }: Changes,
  mode: MessageEdit['propagateMode'],
): MoveRange | undefined {
  if (mode === 'change_one') return undefined
  return {
    realm_id,
    recipient_id,
    topic_key,
    topic: topic!,
    to_stream_id: stream?.id ?? stream_id!,
    to_recipient_id: stream?.recipient_id ?? recipient_id,
    from_message: mode === 'change_later' ? id : 0,
    before_message: Number.MAX_SAFE_INTEGER,
  }
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
    topic: changes.topic,
    movesStream: changes.stream !== undefined,
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
    columns.has_attachment = rendered!.hasAttachment || (await keepsFiles(db, message)) ? 1 : 0
    columns.mentions_everyone = rendered!.mentionsEveryone ? 1 : 0
  }
  await updateMessage(db, message.realm_id, message.id, columns)
}

/** Stores whom the new text mentions or alerts. */
async function storeFlags(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  message: MessagesTable,
  changes: Changes,
  destination: Destination,
): Promise<void> {
  const among = (ids: readonly number[]) => receiversAmong(chat, transaction, destination, ids)
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

/** Which topics get a notice about a move to another stream. */
interface MoveNotices {
  oldThread: boolean
  newThread: boolean
}

interface Thread {
  stream: Stream
  topic: string
}

/** The notices do not name a private stream: not everyone who reads them may know of it. */
async function notifyMovedThreads(
  chat: Messages,
  transaction: ChatTransaction,
  mover: Actor,
  { from, to, mode }: { from: Thread; to: Thread; mode: string },
  notices: MoveNotices,
): Promise<void> {
  const what = subjects[mode]!
  const name = `@_**${mover.user.full_name}|${mover.user.id}**`
  const send = (thread: Thread, content: string) =>
    sendNotification(chat, transaction, mover.realm, { ...thread, content, readBy: [mover.user.id] })
  if (notices.newThread) await send(to, `${what} moved here from ${placeOf(from)} by ${name}.`)
  if (notices.oldThread) await send(from, `${what} moved to ${placeOf(to)} by ${name}.`)
}

const placeOf = ({ stream, topic }: Thread) =>
  stream.invite_only ? 'another stream' : `#**${stream.name}>${topic}**`

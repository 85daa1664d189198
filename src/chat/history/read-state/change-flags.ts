import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import { badRequest, invalidMessage } from '../../chat-error.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { readerKey } from '../../identity/users/reader-key.ts'
import type { Actor } from '../../identity/users/user.ts'
import { flagsChanged, type ReadRange, type UnreadDetails } from '../../messages/flags/flag-events.ts'
import { dropEmptyFlags, listFlagsAmong, setFlag } from '../../messages/flags/message-flag-store.ts'
import { findReach, type Reach, type Reachable } from '../../messages/message-reach.ts'
import { flagNames } from '../../messages/message-view.ts'
import { listConversations } from '../../streams/recipients/recipient-store.ts'
import { receptionsWithin, type Streams } from '../../streams/streams.ts'
import { loadMutes } from '../../streams/topic-visibility/mutes.ts'
import { changeRead, idsOf } from './change-read.ts'
import { findMarkable, type MarkableMessage } from './unread-store.ts'

const editableFlags = ['read', 'starred', 'collapsed'] as const

export interface FlagChange {
  op: 'add' | 'remove'
  flag: (typeof editableFlags)[number]
}

export interface ChangedFlags {
  changed: readonly number[]
  /** streams whose messages cannot become unread, because the actor is not subscribed */
  ignoredStreams: readonly number[]
}

/** The requested change, if clients may make it. */
export function readFlagChange(op: string, flag: string): FlagChange {
  if (!flagNames.some((name) => name === flag)) throw badRequest(`Invalid flag: '${flag}'`)
  const editable = editableFlags.find((name) => name === flag)
  if (!editable) throw badRequest(`Flag not editable: '${flag}'`)
  if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${op}'`)
  return { op, flag: editable }
}

/** Changes all of these messages, or none if the actor cannot see one of them. */
export function changeFlags(
  chat: Streams,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
): Promise<ChangedFlags> {
  return changeWithin(chat, actor, change, ids, true)
}

/** Changes those of the messages that still exist: they were looked up a moment ago. */
export function changeFlagsOfFound(
  chat: Streams,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
): Promise<ChangedFlags> {
  return changeWithin(chat, actor, change, ids, false)
}

async function changeWithin(
  chat: Streams,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
  mustBeThere: boolean,
): Promise<ChangedFlags> {
  // Loaded before the transaction, for which everybody else's writes wait.
  await chat.receptions.require(readerKey(actor.realm.id, actor.user.id))
  return chat.transact(actor.realm.id, (transaction) =>
    apply(chat, transaction, actor, change, ids, mustBeThere),
  )
}

async function apply(
  chat: Streams,
  transaction: ChatTransaction,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
  mustBeThere: boolean,
): Promise<ChangedFlags> {
  const { db } = transaction
  const { realm, user } = actor
  const wanted = [...new Set(ids)]
  const found = await findMarkable(db, realm.id, wanted)
  const receptions = await receptionsWithin(
    chat,
    transaction,
    user.id,
    found.map((message) => message.recipient_id),
  )
  const reachable = await findReach(db, actor, found, receptions)
  if (mustBeThere && reachable.reach.size < wanted.length) throw invalidMessage()
  const messages = found.filter(({ id }) => reachable.reach.has(id)).sort((one, other) => one.id - other.id)
  const toSet = change.op === 'add'
  const changed =
    change.flag === 'read'
      ? await changeRead(
          db,
          user,
          messages.filter(({ id }) => canChangeRead(toSet, reachable.reach.get(id))),
          toSet,
        )
      : await changeMark(db, actor, change.flag, toSet, messages)
  const changedIds = changed.map(({ id }) => id)
  if (changed.length > 0) {
    const more = {
      ...(change.flag === 'read' && { ranges: rangesOf(changed) }),
      ...(change.flag === 'read' && !toSet && { details: await describeUnread(db, actor, changed) }),
    }
    transaction.announce(flagsChanged(user.id, change.op, change.flag, changedIds, more))
  }
  return { changed: changedIds, ignoredStreams: ignoredStreams(change, messages, reachable) }
}

function rangesOf(messages: readonly MarkableMessage[]): ReadRange[] {
  const recipients = [...new Set(messages.map((message) => message.recipient_id))]
  return recipients.flatMap((recipientId) => {
    const own = messages.filter((message) => message.recipient_id === recipientId)
    return IdRanges.of(own.map(idsOf)).ranges.map(({ from, to }) => [recipientId, from, to] as const)
  })
}

/** Messages that were only looked up cannot be unread, nor can those of a stream that the actor has left. */
const canChangeRead = (toRead: boolean, reach: Reach | undefined) =>
  reach === 'receiving' || (toRead && reach === 'received')

/** Also for messages that the actor only looked up. */
async function changeMark(
  db: Db,
  { realm, user }: Actor,
  flag: 'starred' | 'collapsed',
  toSet: boolean,
  messages: readonly MarkableMessage[],
): Promise<MarkableMessage[]> {
  const rows = await listFlagsAmong(
    db,
    realm.id,
    user.id,
    messages.map(({ id }) => id),
  )
  const set = new Set(rows.filter((row) => row[flag] === 1).map((row) => row.message_id))
  const changed = messages.filter(({ id }) => set.has(id) !== toSet)
  const ids = changed.map(({ id }) => id)
  await setFlag(db, realm.id, user.id, ids, flag, toSet)
  if (!toSet && ids.length > 0) await dropEmptyFlags(db, realm.id, user.id, ids)
  return changed
}

function ignoredStreams(
  { op, flag }: FlagChange,
  messages: readonly MarkableMessage[],
  { receiving }: Reachable,
): number[] {
  if (op !== 'remove' || flag !== 'read') return []
  const ignored = messages.filter((message) => !receiving.has(message.recipient_id))
  return [...new Set(ignored.flatMap((message) => message.stream_id ?? []))].sort((one, other) => one - other)
}

/** By message id. */
async function describeUnread(
  db: Db,
  { realm, user }: Actor,
  messages: readonly MarkableMessage[],
): Promise<Record<number, UnreadDetails>> {
  const hasPrivate = messages.some((message) => message.stream_id === null)
  const conversations = hasPrivate ? await listConversations(db, realm.id, user.id) : new Map()
  const mutes = await loadMutes(db, realm.id, user.id)
  const rows = await listFlagsAmong(
    db,
    realm.id,
    user.id,
    messages.map(({ id }) => id),
  )
  const mentioned = new Set(rows.filter((row) => row.mentioned === 1).map((row) => row.message_id))
  const details: Record<number, UnreadDetails> = {}
  for (const { id, stream_id, topic, topic_key, recipient_id, mentions_everyone } of messages) {
    const isMentioned = mentioned.has(id) || mentions_everyone === 1
    const place: UnreadDetails =
      stream_id === null
        ? { type: 'private', user_ids: others(conversations.get(recipient_id) ?? [], user.id) }
        : { type: 'stream', stream_id, topic, unmuted_stream_msg: !mutes.isMuted(stream_id, topic_key) }
    details[id] = isMentioned ? { ...place, mentioned: true } : place
  }
  return details
}

const others = (members: readonly number[], own: number) => members.filter((id) => id !== own)

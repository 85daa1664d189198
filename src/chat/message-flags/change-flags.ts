import type { Chat, ChatTransaction } from '../chat.ts'
import { badRequest, invalidMessage } from '../chat-error.ts'
import { findReach, type Reachable } from '../messages/message-reach.ts'
import { flagNames } from '../messages/message-view.ts'
import { flagsChanged } from '../read-state/flag-events.ts'
import { dropSilentRows, listFlagsAmong, setFlag } from '../read-state/message-flag-store.ts'
import type { MessageFlagsTable } from '../read-state/message-flags-table.ts'
import { planReadChanges, storeReadChanges } from '../read-state/read-changes.ts'
import { listReadMarksIn } from '../read-state/read-mark-store.ts'
import { ReadState } from '../read-state/read-state.ts'
import { findUnreadCandidates, listReadBetween, type UnreadMessage } from '../read-state/unread-store.ts'
import type { Actor } from '../users/user.ts'
import { describeUnread } from './describe-unread.ts'
import { markReceivedAsRead } from './mark-received-as-read.ts'

const editableFlags = ['read', 'starred', 'collapsed'] as const

export interface FlagChange {
  op: 'add' | 'remove'
  flag: (typeof editableFlags)[number]
}

export interface ChangedFlags {
  changed: readonly number[]
  /** streams whose messages cannot become unread, since the actor is not subscribed */
  ignoredStreams: readonly number[]
}

/** What the client asks for, if it is something that clients may change. */
export function readFlagChange(op: string, flag: string): FlagChange {
  if (!flagNames.some((name) => name === flag)) throw badRequest(`Invalid flag: '${flag}'`)
  const editable = editableFlags.find((name) => name === flag)
  if (!editable) throw badRequest(`Flag not editable: '${flag}'`)
  if (op !== 'add' && op !== 'remove') throw badRequest(`Invalid message flag operation: '${op}'`)
  return { op, flag: editable }
}

/** All of these messages, or none when one of them is not there for the actor. */
export async function changeFlags(
  chat: Chat,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
): Promise<ChangedFlags> {
  const isUsual = change.flag === 'read' && change.op === 'add'
  const changed = isUsual ? await markReceivedAsRead(chat, actor, ids) : undefined
  if (changed) return { changed, ignoredStreams: [] }
  return chat.transact(actor.realm.id, (transaction) => apply(transaction, actor, change, ids, true))
}

/** Those of these messages that are still there: they were looked up a moment ago. */
export function changeFlagsOfFound(
  chat: Chat,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
): Promise<ChangedFlags> {
  return chat.transact(actor.realm.id, (transaction) => apply(transaction, actor, change, ids, false))
}

async function apply(
  transaction: ChatTransaction,
  actor: Actor,
  change: FlagChange,
  ids: readonly number[],
  mustBeThere: boolean,
): Promise<ChangedFlags> {
  const { db } = transaction
  const wanted = [...new Set(ids)]
  const found = await findUnreadCandidates(db, actor.realm.id, wanted)
  const reachable = await findReach(db, actor, found)
  if (mustBeThere && reachable.reach.size < wanted.length) throw invalidMessage()
  const messages = found.filter(({ id }) => reachable.reach.has(id)).sort((one, other) => one.id - other.id)
  const rows = new Map(
    (await listFlagsAmong(db, actor.realm.id, actor.user.id, wanted)).map((row) => [row.message_id, row]),
  )
  const changed =
    change.flag === 'read'
      ? await changeRead(transaction, actor, change.op === 'add', messages, rows, reachable)
      : await changeMark(transaction, actor, change.flag, change.op === 'add', messages, rows)
  const changedIds = changed.map(({ id }) => id)
  if (changed.length > 0) {
    const isUnread = change.flag === 'read' && change.op === 'remove'
    const details = isUnread ? await describeUnread(db, actor, changed, rows) : undefined
    transaction.announce(flagsChanged(actor.user.id, change.op, change.flag, changedIds, details))
  }
  return { changed: changedIds, ignoredStreams: ignoredStreams(change, messages, reachable) }
}

async function changeRead(
  { db }: ChatTransaction,
  { realm, user }: Actor,
  toRead: boolean,
  messages: readonly UnreadMessage[],
  rows: ReadonlyMap<number, MessageFlagsTable>,
  { reach, periods }: Reachable,
): Promise<UnreadMessage[]> {
  const exceptions = new Map<number, boolean>()
  for (const [id, row] of rows) if (row.read !== null) exceptions.set(id, row.read === 1)
  const streams = [...new Set(messages.flatMap(({ stream_id }) => stream_id ?? []))]
  const state = new ReadState(await listReadMarksIn(db, realm.id, user.id, streams), exceptions)
  // Nobody waits for what is only looked up to be read, nor for what came to a place that one has left.
  const counts = (id: number) => reach.get(id) === 'receiving' || (toRead && reach.get(id) === 'received')
  const changed = messages.filter(
    ({ id, stream_id, topic_key }) => counts(id) && state.isRead(id, stream_id, topic_key) !== toRead,
  )
  const changes = await planReadChanges(
    (range) => listReadBetween(db, { realmId: realm.id, userId: user.id, ...range }),
    toRead,
    changed,
    state,
    periods,
  )
  const ids = changed.map(({ id }) => id)
  await storeReadChanges(db, user, ids, changes)
  return changed
}

/** Also of messages that one only looks up. */
async function changeMark(
  { db }: ChatTransaction,
  { realm, user }: Actor,
  flag: 'starred' | 'collapsed',
  toSet: boolean,
  messages: readonly UnreadMessage[],
  rows: ReadonlyMap<number, MessageFlagsTable>,
): Promise<UnreadMessage[]> {
  const changed = messages.filter(({ id }) => (rows.get(id)?.[flag] === 1) !== toSet)
  const ids = changed.map(({ id }) => id)
  await setFlag(db, realm.id, user.id, ids, flag, toSet)
  if (!toSet && ids.length > 0) await dropSilentRows(db, realm.id, user.id, ids)
  return changed
}

function ignoredStreams(
  { op, flag }: FlagChange,
  messages: readonly UnreadMessage[],
  { receiving }: Reachable,
): number[] {
  if (op !== 'remove' || flag !== 'read') return []
  const ignored = messages.filter((message) => !receiving.has(message.recipient_id))
  return [...new Set(ignored.flatMap((message) => message.stream_id ?? []))].sort((one, other) => one - other)
}

import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { isAdministrator, isGuest, type User } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'
import { insertReceptions } from '../streams/recipients/recipient-store.ts'
import type { ReceptionsTable } from '../streams/recipients/recipients-table.ts'
import type { Stream } from '../streams/stream.ts'
import { streamCreated, streamOccupied } from '../streams/stream-events.ts'
import { pickColor } from '../streams/subscriptions/stream-colors.ts'
import { peerChanged, subscribed } from '../streams/subscriptions/subscription-events.ts'
import {
  activateSubscriptions,
  findSubscriptionsAmong,
  listColors,
  listSubscriberIdsOf,
} from '../streams/subscriptions/subscription-store.ts'
import { viewSubscription } from '../streams/subscriptions/subscription-view.ts'
import type { SubscriptionsTable } from '../streams/subscriptions/subscriptions-table.ts'

export interface SubscribeResult {
  subscribed: { user: User; stream: Stream }[]
  alreadySubscribed: { user: User; stream: Stream }[]
}

/** Between two chunks, other requests are served. */
const STREAMS_PER_CHUNK = 100

/** Within a transaction, after the caller has checked permissions. */
export async function subscribeUsers(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  realm: Realm,
  streams: readonly Stream[],
  users: readonly User[],
  chosenColors: ReadonlyMap<number, string> = new Map(),
): Promise<SubscribeResult> {
  const { db } = transaction
  const result: SubscribeResult = { subscribed: [], alreadySubscribed: [] }
  const userIds = users.map((user) => user.id)
  const colors = await listColors(db, realm.id, userIds)
  for (let start = 0; start < streams.length; start += STREAMS_PER_CHUNK) {
    const chunk = streams.slice(start, start + STREAMS_PER_CHUNK)
    const ids = chunk.map(({ id }) => id)
    const stored = await findSubscriptionsAmong(db, realm.id, ids, userIds)
    const subscribers = await listSubscriberIdsOf(db, realm.id, ids)
    const lastMessage = await transaction.last('messages')
    const allRows: SubscriptionsTable[] = []
    const receptions: ReceptionsTable[] = []
    for (const stream of chunk) {
      const known = new Map((stored.get(stream.id) ?? []).map((row) => [row.user_id, row]))
      const isNew = (user: User) => known.get(user.id)?.active !== 1
      const added = users.filter(isNew)
      for (const user of users)
        (isNew(user) ? result.subscribed : result.alreadySubscribed).push({ user, stream })
      if (added.length === 0) continue
      const rows = added.map((user) => {
        const used = colors.get(user.id)!
        const row =
          known.get(user.id) ?? newRow(realm, user, stream, chosenColors.get(stream.id) ?? pickColor(used))
        used.push(row.color)
        return { ...row, active: 1 }
      })
      allRows.push(...rows)
      const before = subscribers.get(stream.id) ?? []
      receptions.push(...announceSubscribers(chat, transaction, stream, before, added, rows, lastMessage))
    }
    await activateSubscriptions(db, allRows)
    await insertReceptions(db, receptions)
  }
  return result
}

/** Returns from when on they receive messages. */
function announceSubscribers(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  stream: Stream,
  before: readonly number[],
  added: readonly User[],
  rows: readonly SubscriptionsTable[],
  lastMessage: number,
): ReceptionsTable[] {
  const newAudience = added.filter(
    (user) => isGuest(user) || (stream.invite_only === 1 && !isAdministrator(user)),
  )
  if (newAudience.length > 0) {
    transaction.announce(streamCreated(stream, { users: newAudience.map((user) => user.id) }))
  }
  if (before.length === 0) transaction.announce(streamOccupied(stream))
  // The period starts with the event that announces it: delivery relies on that.
  const period = {
    realm_id: stream.realm_id,
    recipient_id: stream.recipient_id,
    stream_id: stream.id,
    from_message: lastMessage,
    until_message: null,
    from_event: transaction.position,
    until_event: null,
  }
  const views = new Map(
    added.map((user, index) => [
      user.id,
      viewSubscription(stream, rows[index]!, settingsOf(user), chat.config.publicUrl),
    ]),
  )
  const subscribers = [...before, ...added.map((user) => user.id)].sort((one, other) => one - other)
  transaction.announce(subscribed(views, subscribers))
  for (const user of added) transaction.announce(peerChanged('peer_add', stream, user.id))
  return added.map((user) => ({ ...period, user_id: user.id }))
}

function newRow(realm: Realm, user: User, stream: Stream, color: string): SubscriptionsTable {
  return {
    realm_id: realm.id,
    user_id: user.id,
    stream_id: stream.id,
    active: 1,
    color,
    pin_to_top: 0,
    is_muted: 0,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  }
}

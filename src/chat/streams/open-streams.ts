import type { Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Stream } from './stream.ts'
import { isHistoryOpenTo, isOpenTo } from './stream-access.ts'
import { listStreams } from './stream-store.ts'
import { listSubscriptionRows } from './subscriptions/subscription-store.ts'

/** Streams that the actor can read without being subscribed. */
export async function listOpenStreams(db: Db, actor: Actor): Promise<Stream[]> {
  return (await listStreams(db, actor.realm.id)).filter((stream) => isOpenTo(actor, stream))
}

/** Streams in which the actor can look up messages from before they subscribed. */
export async function listStreamsWithOpenHistory(db: Db, actor: Actor): Promise<Stream[]> {
  const rows = await listSubscriptionRows(db, actor.realm.id, actor.user.id)
  const own = new Set(rows.filter((row) => row.active === 1).map((row) => row.stream_id))
  const streams = await listStreams(db, actor.realm.id)
  return streams.filter((stream) => isHistoryOpenTo(actor, stream, own.has(stream.id)))
}

import type { Db } from '../chat-platform.ts'
import { may } from '../identity/permissions.ts'
import type { Actor, Reader } from '../identity/users/user.ts'
import type { Stream } from './stream.ts'
import { findStream, findStreamByName, listStreamsFor } from './stream-store.ts'
import { isSubscribed } from './subscriptions/subscription-store.ts'

/** A stream that the actor may read; any other is reported as missing. */
export async function accessStreamByName(db: Db, actor: Actor, name: string): Promise<Stream | undefined> {
  return ifAccessible(db, actor, await findStreamByName(db, actor.realm.id, name))
}

export async function accessStreamById(db: Db, actor: Actor, id: number): Promise<Stream | undefined> {
  return ifAccessible(db, actor, await findStream(db, actor.realm.id, id))
}

/**
 * A stream that the actor may know of. Administrators know all streams, but read only those that they are subscribed
 * to.
 */
export async function findKnownStream(db: Db, actor: Actor, id: number): Promise<Stream | undefined> {
  const stream = await findStream(db, actor.realm.id, id)
  return may(actor.user, 'see that private streams exist') ? stream : ifAccessible(db, actor, stream)
}

/** Which of these streams the actor may read. */
export async function accessibleAmong(
  db: Db,
  actor: Actor,
  streams: readonly Stream[],
): Promise<Set<Stream>> {
  const sights = await findStreamSights(
    db,
    actor,
    streams.map(({ id }) => id),
  )
  return new Set(streams.filter(({ id }) => sights.get(id)?.canRead))
}

/** Public streams are open to everybody except guests; the others only to their subscribers. */
export const isOpenTo = ({ user }: Reader, stream: Pick<Stream, 'invite_only'>) =>
  stream.invite_only === 0 && may(user, 'read and write in public streams')

/** Can they look up messages of the stream that they never received? */
export const isHistoryOpenTo = (
  reader: Reader,
  stream: Pick<Stream, 'invite_only' | 'history_public'>,
  isSubscribed: boolean,
) => isOpenTo(reader, stream) || (isSubscribed && stream.history_public === 1)

export interface StreamSight {
  /** false: an administrator, who only knows that it exists */
  canRead: boolean
  isHistoryOpen: boolean
}

/** What the reader sees of these streams now, in one query. Archived and unknown streams are not in the result. */
export async function findStreamSights(
  db: Db,
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StreamSight>> {
  const sights = new Map<number, StreamSight>()
  for (const stream of await listStreamsFor(db, reader.realm.id, reader.user.id, ids)) {
    const isSubscribed = stream.is_subscribed === 1
    const canRead = isSubscribed || isOpenTo(reader, stream)
    if (!canRead && !may(reader.user, 'see that private streams exist')) continue
    sights.set(stream.id, { canRead, isHistoryOpen: isHistoryOpenTo(reader, stream, isSubscribed) })
  }
  return sights
}

async function ifAccessible(db: Db, actor: Actor, stream: Stream | undefined): Promise<Stream | undefined> {
  if (!stream || isOpenTo(actor, stream)) return stream
  return (await isSubscribed(db, actor.realm.id, actor.user.id, stream.id)) ? stream : undefined
}

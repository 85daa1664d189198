import type { Db } from '../chat-platform.ts'
import { type Actor, isAdministrator, isGuest } from '../identity/users/user.ts'
import type { Stream } from './stream.ts'
import { findStream, findStreamByName } from './stream-store.ts'
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
  return isAdministrator(actor.user) ? stream : ifAccessible(db, actor, stream)
}

/** Public streams are open to everybody except guests; the others only to their subscribers. */
export const isOpenTo = (actor: Actor, stream: Stream) => stream.invite_only === 0 && !isGuest(actor.user)

async function ifAccessible(db: Db, actor: Actor, stream: Stream | undefined): Promise<Stream | undefined> {
  if (!stream || isOpenTo(actor, stream)) return stream
  return (await isSubscribed(db, actor.realm.id, actor.user.id, stream.id)) ? stream : undefined
}

import type { Db } from '../chat.ts'
import { type Actor, isAdministrator, isGuest } from '../identity/users/user.ts'
import type { Stream } from './stream.ts'
import { findStream, findStreamByName } from './stream-store.ts'
import { isSubscribed } from './subscriptions/subscription-store.ts'

/** A stream that the actor may know of and read: anything else is the same as not there. */
export async function accessStreamByName(db: Db, actor: Actor, name: string): Promise<Stream | undefined> {
  return ifAccessible(db, actor, await findStreamByName(db, actor.realm.id, name))
}

export async function accessStreamById(db: Db, actor: Actor, id: number): Promise<Stream | undefined> {
  return ifAccessible(db, actor, await findStream(db, actor.realm.id, id))
}

/** A stream that the actor may know of: administrators know all, and can read only those that they are in. */
export async function findKnownStream(db: Db, actor: Actor, id: number): Promise<Stream | undefined> {
  const stream = await findStream(db, actor.realm.id, id)
  return isAdministrator(actor.user) ? stream : ifAccessible(db, actor, stream)
}

/** Public streams are open to everybody but guests; the rest only to their subscribers. */
export const isOpenTo = (actor: Actor, stream: Stream) => stream.invite_only === 0 && !isGuest(actor.user)

async function ifAccessible(db: Db, actor: Actor, stream: Stream | undefined): Promise<Stream | undefined> {
  if (!stream || isOpenTo(actor, stream)) return stream
  return (await isSubscribed(db, actor.realm.id, actor.user.id, stream.id)) ? stream : undefined
}

import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { accessStreamByName } from '../streams/stream-access.ts'

/** A stream that the actor may see. Empty: none. */
export async function readDefaultStream(db: Db, actor: Actor, name: string): Promise<number | null> {
  if (name.trim() === '') return null
  const stream = await accessStreamByName(db, actor, name)
  if (!stream) throw badRequest(`Invalid stream name '${name}'`)
  return stream.id
}

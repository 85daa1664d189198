import type { Chat } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import type { Actor } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'
import type { Stream } from './stream.ts'
import { accessStreamByName, findKnownStream } from './stream-access.ts'
import { isSubscribed, listSubscriberIds } from './subscriptions/subscription-store.ts'

export async function findStreamId(chat: Chat, actor: Actor, name: string): Promise<number> {
  const stream = await accessStreamByName(chat.database.read, actor, name)
  if (!stream) throw badRequest(`Invalid stream name '${name}'`)
  return stream.id
}

export async function getStream(chat: Chat, actor: Actor, id: number): Promise<Stream> {
  const stream = await findKnownStream(chat.database.read, actor, id)
  if (!stream) throw badRequest('Invalid stream id')
  return stream
}

export async function listStreamMembers(chat: Chat, actor: Actor, id: number): Promise<number[]> {
  const stream = await getStream(chat, actor, id)
  return listSubscriberIds(chat.database.read, actor.realm.id, stream.id)
}

export async function isUserSubscribed(
  chat: Chat,
  actor: Actor,
  userId: number,
  streamId: number,
): Promise<boolean> {
  const db = chat.database.read
  const user = await findUser(db, actor.realm.id, userId)
  if (!user) throw badRequest('No such user')
  if (!user.is_active) throw badRequest('User is deactivated')
  const stream = await getStream(chat, actor, streamId)
  return isSubscribed(db, actor.realm.id, user.id, stream.id)
}

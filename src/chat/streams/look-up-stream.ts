import { badRequest } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'
import type { Stream } from './stream.ts'
import { accessStreamById, accessStreamByName, findKnownStream } from './stream-access.ts'
import { isSubscribed, listSubscriberEmails } from './subscriptions/subscription-store.ts'
import { streamEmailAddress } from './subscriptions/subscription-view.ts'

export async function findStreamId(chat: ChatPlatform, actor: Actor, name: string): Promise<number> {
  const stream = await accessStreamByName(chat.database.read, actor, name)
  if (!stream) throw badRequest(`Invalid stream name '${name}'`)
  return stream.id
}

export async function getStream(chat: ChatPlatform, actor: Actor, id: number): Promise<Stream> {
  const stream = await findKnownStream(chat.database.read, actor, id)
  if (!stream) throw badRequest('Invalid stream id')
  return stream
}

/** Only for those who may read the stream: whoever knows the address may post to it. */
export async function getStreamAddress(chat: ChatPlatform, actor: Actor, id: number): Promise<string> {
  const stream = await accessStreamById(chat.database.read, actor, id)
  if (!stream) throw badRequest('Invalid stream id')
  return streamEmailAddress(stream, chat.config.publicUrl)
}

/** Their email addresses, as clients of the announced feature level expect. */
export async function listStreamMembers(chat: ChatPlatform, actor: Actor, id: number): Promise<string[]> {
  const stream = await getStream(chat, actor, id)
  return listSubscriberEmails(chat.database.read, actor.realm.id, stream.id)
}

export async function isUserSubscribed(
  chat: ChatPlatform,
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

import { badRequest } from '../chat-error.ts'
import type { ChatPlatform, Db } from '../chat-platform.ts'
import { may } from '../identity/permissions.ts'
import type { Actor } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import type { Stream } from './stream.ts'
import { accessStreamById, accessStreamByName, findKnownStream, isOpenTo } from './stream-access.ts'
import { listStreams } from './stream-store.ts'
import {
  isSubscribed,
  listSubscribers,
  listSubscriptionRows,
  type Subscriber,
} from './subscriptions/subscription-store.ts'
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

/** Only for people who may read the stream: anyone who knows the address may post to it. */
export async function getStreamAddress(chat: ChatPlatform, actor: Actor, id: number): Promise<string> {
  const stream = await accessStreamById(chat.database.read, actor, id)
  if (!stream) throw badRequest('Invalid stream id')
  return streamEmailAddress(stream, chat.config.publicUrl)
}

export async function listStreamMembers(chat: ChatPlatform, actor: Actor, id: number): Promise<Subscriber[]> {
  const stream = await getStream(chat, actor, id)
  return listSubscribers(chat.database.read, actor.realm.id, stream.id)
}

/** The streams of a user, as far as the actor may know of them. */
export async function listStreamsOfUser(chat: ChatPlatform, actor: Actor, userId: number): Promise<number[]> {
  const db = chat.database.read
  await accessActiveUser(db, actor, userId)
  const theirs = await subscribedStreamIds(db, actor, userId)
  const own = await subscribedStreamIds(db, actor, actor.user.id)
  const isKnown = (stream: Stream) =>
    may(actor.user, 'see that private streams exist') || isOpenTo(actor, stream) || own.has(stream.id)
  const streams = await listStreams(db, actor.realm.id)
  return streams
    .filter((stream) => theirs.has(stream.id) && isKnown(stream))
    .map((stream) => stream.id)
    .sort((one, other) => one - other)
}

export async function isUserSubscribed(
  chat: ChatPlatform,
  actor: Actor,
  userId: number,
  streamId: number,
): Promise<boolean> {
  const db = chat.database.read
  await accessActiveUser(db, actor, userId)
  const stream = await getStream(chat, actor, streamId)
  return isSubscribed(db, actor.realm.id, userId, stream.id)
}

async function accessActiveUser(db: Db, { realm }: Actor, id: number): Promise<void> {
  const user = await usersTable.find(db, { realm_id: realm.id, id })
  if (!user) throw badRequest('No such user')
  if (!user.is_active) throw badRequest('User is deactivated')
}

async function subscribedStreamIds(db: Db, { realm }: Actor, userId: number): Promise<Set<number>> {
  const rows = await listSubscriptionRows(db, realm.id, userId)
  return new Set(rows.filter((row) => row.active === 1).map((row) => row.stream_id))
}

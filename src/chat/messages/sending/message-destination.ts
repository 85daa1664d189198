import { badRequest, streamDoesNotExist, streamIdDoesNotExist } from '../../chat-error.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { botDefaultsOf } from '../../people/bots/bot.ts'
import { STREAM_NAME_LIMIT, type Stream } from '../../streams/stream.ts'
import { isOpenTo } from '../../streams/stream-access.ts'
import { findStreamWithin, listSubscribersWithin, type Streams } from '../../streams/streams.ts'
import { checkIsTopic, checkTopic } from '../../streams/topic-name.ts'
import type { Destination } from '../message-to-write.ts'
import type { NamedRecipients } from './read-recipients.ts'

/** Keeps conversations small enough to follow. */
const PEOPLE_LIMIT = 250

/** The stream and topic, if the actor may send there. */
export async function streamDestination(
  chat: Streams,
  transaction: ChatTransaction,
  actor: Actor,
  to: NamedRecipients,
  topic: string | undefined,
): Promise<Destination> {
  if (to.length > 1) throw badRequest('Cannot send to multiple streams')
  // A bot may have a default stream.
  const name = to[0] ?? botDefaultsOf(actor.user).default_sending_stream_id
  if (name === null) throw badRequest('Missing stream')
  if (topic === undefined) throw badRequest('Missing topic')
  const checkedTopic = checkTopic(topic)
  checkIsTopic(actor.realm, checkedTopic)
  if (typeof name === 'string') checkStreamName(name)
  const stream = await findStreamWithin(chat, transaction, name)
  if (!stream) throw noSuchStream(name)
  await checkMayWrite(chat, transaction, actor, stream, name)
  return { kind: 'stream', stream, topic: checkedTopic }
}

/** The recipients, including the actor. */
export async function privateDestination(db: Db, actor: Actor, to: NamedRecipients): Promise<Destination> {
  if (to.length === 0) throw badRequest('Message must have recipients')
  if (to.length > PEOPLE_LIMIT) throw badRequest(`Too many recipients (limit: ${PEOPLE_LIMIT})`)
  const people = new Map<number, User>([[actor.user.id, actor.user]])
  for (const user of await findPeople(db, actor, to)) {
    if (!user.is_active) throw badRequest(`'${user.email}' is no longer using Switchboard.`)
    people.set(user.id, user)
  }
  return { kind: 'private', people: [...people.values()].sort((one, other) => one.id - other.id) }
}

function checkStreamName(name: string): void {
  if ([...name].length > STREAM_NAME_LIMIT) {
    throw badRequest(`Stream name too long (limit: ${STREAM_NAME_LIMIT} characters).`)
  }
  if (name.includes('\0')) throw badRequest(`Stream name '${name}' contains NULL (0x00) characters.`)
  if (name.trim() === '') throw badRequest(`Invalid stream name '${name}'`)
}

const noSuchStream = (name: string | number) =>
  typeof name === 'number' ? streamIdDoesNotExist(name) : streamDoesNotExist(name)

async function checkMayWrite(
  chat: Streams,
  transaction: ChatTransaction,
  actor: Actor,
  stream: Stream,
  name: string | number,
): Promise<void> {
  const { user } = actor
  if (user.is_system) return
  const owner =
    user.bot_owner_id === null
      ? undefined
      : await usersTable.find(transaction.db, { realm_id: actor.realm.id, id: user.bot_owner_id })
  if (!isOpenTo(actor, stream)) {
    // A bot may send to the streams of its owner.
    const senders = owner?.is_active === 1 ? [user.id, owner.id] : [user.id]
    const inside = await listSubscribersWithin(chat, transaction, stream, senders)
    if (inside.length === 0) {
      // Only administrators know of streams that they are not subscribed to.
      if (!may(user, 'see that private streams exist')) throw noSuchStream(name)
      throw badRequest(`Not authorized to send to stream '${stream.name}'`)
    }
  }
  const permission = 'send to streams for announcements'
  const mayAnnounce = may(user, permission) || (owner?.is_active === 1 && may(owner, permission))
  if (stream.announcement_only && !mayAnnounce) {
    throw badRequest('Only organization administrators can send to this stream.')
  }
}

async function findPeople(db: Db, actor: Actor, to: NamedRecipients): Promise<User[]> {
  if (typeof to[0] === 'number') {
    const users = new Map(
      (await usersTable.list(db, { realm_id: actor.realm.id, id: to as number[] })).map((user) => [
        user.id,
        user,
      ]),
    )
    return (to as number[]).map((id) => {
      const user = users.get(id)
      if (!user) throw badRequest(`Invalid user ID ${id}`)
      return user
    })
  }
  const found: User[] = []
  for (const email of to as string[]) {
    // The database would reject a null byte.
    const user = email.includes('\0') ? undefined : await findUserByEmail(db, actor.realm.id, email)
    if (!user) throw badRequest(`Invalid email '${email}'`)
    found.push(user)
  }
  return found
}

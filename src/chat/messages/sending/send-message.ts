import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import { isHumanInterface } from '../../http/client-name.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Actor } from '../../identity/users/user.ts'
import { loadSubscribers } from '../../streams/streams.ts'
import { hasSubscribers } from '../../streams/subscriptions/subscription-store.ts'
import { canRead } from '../message-access.ts'
import { checkContent } from '../message-content.ts'
import { messagePath, placeOf } from '../message-path.ts'
import { findMessage } from '../message-store.ts'
import type { Destination } from '../message-to-write.ts'
import type { Messages } from '../messages.ts'
import { privateDestination, streamDestination } from './message-destination.ts'
import { notifyBotOwner } from './notify-bot-owner.ts'
import type { NamedRecipients } from './read-recipients.ts'
import { renderContent } from './render-content.ts'
import { findSent, insertSendKey, isKeyUsed } from './send-key-store.ts'
import { writeMessage } from './write-message.ts'

/** The client's own id of the message, until its event delivers the real one. */
export interface LocalEcho {
  queue_id: string
  local_id: string
}

export interface NewMessage {
  type: string
  to: NamedRecipients
  topic: string | undefined
  content: string
  client: string
  /** whether it counts as read for its sender; undefined: if people write in this client */
  readBySender?: boolean | undefined
  /** A second request with the same key returns the first response and sends nothing. */
  retryKey?: string | undefined
  /** for the sender's own event */
  local?: LocalEcho | undefined
}

/** Newer clients use different words for the same types. */
const kinds: ReadonlyMap<string, Destination['kind']> = new Map([
  ['stream', 'stream'],
  ['channel', 'stream'],
  ['private', 'private'],
  ['direct', 'private'],
])

export interface SentMessage {
  id: number
  /** the address of the message in the web app */
  url: string
}

export async function sendMessage(chat: Messages, actor: Actor, input: NewMessage): Promise<SentMessage> {
  const type = kinds.get(input.type)
  if (!type) throw badRequest('Invalid message type')
  const content = checkContent(input.content)
  try {
    return await send(chat, actor, { ...input, type, content })
  } catch (error) {
    if (error instanceof ChatError && error.code === 'STREAM_DOES_NOT_EXIST') {
      const [name] = input.to
      const what =
        typeof name === 'number'
          ? `stream ID ${name}, but there is no stream with that ID.`
          : `stream #**${name}**, but that stream does not exist.`
      await notifyBotOwner(chat, actor, what)
    }
    throw error
  }
}

async function send(chat: Messages, actor: Actor, input: NewMessage): Promise<SentMessage> {
  const rendered = await renderContent(chat, actor, input.content)
  const readBy = (input.readBySender ?? isHumanInterface(input.client)) ? [actor.user.id] : []
  if (input.type === 'stream') {
    await loadSubscribers(chat, actor.realm.id, [...readBy, ...rendered.mentionedUserIds])
  }
  const key = input.retryKey && { realm_id: actor.realm.id, user_id: actor.user.id, key: input.retryKey }
  const sending = chat.transact(actor.realm.id, async (transaction) => {
    const destination =
      input.type === 'stream'
        ? await streamDestination(chat, transaction, actor, input.to, input.topic)
        : await privateDestination(transaction.db, actor, input.to)
    const id = await writeMessage(chat, transaction, actor.realm, {
      sender: actor.user,
      destination,
      content: input.content,
      rendered,
      client: input.client,
      readBy,
      local: input.local,
    })
    if (key)
      await insertSendKey(transaction.db, { ...key, message_id: id, created_at: secondsOf(chat.clock) })
    return { id, destination }
  })
  const { id, destination } = await sending.catch(async (error) => {
    const sent = key && isKeyUsed(error) ? await findSent(chat.database.read, key) : undefined
    if (sent === undefined) throw error
    return { id: sent, destination: undefined }
  })
  if (destination) await warnOfEmptyStream(chat, actor, destination)
  const path = destination ? pathOf(destination, id) : await findPath(chat, actor, id)
  return { id, url: realmUri(chat.config.publicUrl, actor.realm) + path }
}

function pathOf(destination: Destination, id: number): string {
  if (destination.kind === 'stream') {
    const { stream, topic } = destination
    return messagePath({ message: { id, topic }, stream, people: [] })
  }
  const people = destination.people.map((user) => user.id).sort((one, other) => one - other)
  return messagePath({ message: { id, topic: '' }, stream: null, people })
}

/** Of a message that was sent by an earlier request. It may be gone by now, or where its sender cannot see it. */
async function findPath({ database: { read } }: Messages, actor: Actor, id: number): Promise<string> {
  const message = await findMessage(read, actor.realm.id, id)
  if (!message || !(await canRead(read, actor, message))) return `/#narrow/near/${id}`
  return messagePath({ message, ...(await placeOf(read, message)) })
}

async function warnOfEmptyStream(chat: Messages, actor: Actor, destination: Destination): Promise<void> {
  if (destination.kind !== 'stream' || actor.user.bot_owner_id === null) return
  if (await hasSubscribers(chat.database.read, actor.realm.id, destination.stream.id)) return
  const { name } = destination.stream
  await notifyBotOwner(
    chat,
    actor,
    `stream #**${name}**. The stream exists but does not have any subscribers.`,
  )
}

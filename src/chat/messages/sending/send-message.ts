import { secondsOf } from '../../../platform/clock.ts'
import type { Chat, Db } from '../../chat.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import { isHumanInterface } from '../../http/client-name.ts'
import type { Actor } from '../../identity/users/user.ts'
import { hasSubscribers } from '../../streams/subscriptions/subscription-store.ts'
import { checkContent } from './message-content.ts'
import { privateDestination, streamDestination } from './message-destination.ts'
import type { NamedRecipients } from './read-recipients.ts'
import { renderContent } from './render-content.ts'
import { findSent, rememberSent } from './send-key-store.ts'
import { tellBotOwner } from './tell-bot-owner.ts'
import { type Destination, writeMessage } from './write-message.ts'

/** What the client that sends calls the message, until its own event tells the id. */
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
  /** The same key again gets the first answer again, and nothing is sent. */
  retryKey?: string | undefined
  /** for the sender's own event */
  local?: LocalEcho | undefined
}

/** Newer clients have other words for the same. */
const kinds: ReadonlyMap<string, Destination['kind']> = new Map([
  ['stream', 'stream'],
  ['channel', 'stream'],
  ['private', 'private'],
  ['direct', 'private'],
])

export async function sendMessage(chat: Chat, actor: Actor, input: NewMessage): Promise<number> {
  const type = kinds.get(input.type)
  if (!type) throw badRequest('Invalid message type')
  const content = checkContent(input.content)
  try {
    const { to, topic, client, retryKey, local } = input
    return await send(chat, actor, { type, to, topic, content, client, retryKey, local })
  } catch (error) {
    if (error instanceof ChatError && error.code === 'STREAM_DOES_NOT_EXIST') {
      const [name] = input.to
      const what =
        typeof name === 'number'
          ? `stream ID ${name}, but there is no stream with that ID.`
          : `stream #**${name}**, but that stream does not exist.`
      await tellBotOwner(chat, actor, what)
    }
    throw error
  }
}

async function send(chat: Chat, actor: Actor, input: NewMessage): Promise<number> {
  const rendered = await renderContent(chat, chat.database.read, actor, input.content)
  const { id, destination } = await chat.transact(actor.realm.id, async (transaction) => {
    const key = input.retryKey && { realm_id: actor.realm.id, user_id: actor.user.id, key: input.retryKey }
    const sent = key ? await findSent(transaction.db, key) : undefined
    if (sent !== undefined) return { id: sent, destination: undefined }
    const destination = await findDestination(chat, transaction.db, actor, input)
    const id = await writeMessage(chat, transaction, actor.realm, {
      sender: actor.user,
      destination,
      content: input.content,
      rendered,
      client: input.client,
      readBy: isHumanInterface(input.client) ? [actor.user.id] : [],
      local: input.local,
    })
    if (key) await rememberSent(transaction.db, { ...key, message_id: id, created_at: secondsOf(chat.clock) })
    return { id, destination }
  })
  if (destination) await warnOfEmptyStream(chat, actor, destination)
  return id
}

function findDestination(chat: Chat, db: Db, actor: Actor, input: NewMessage): Promise<Destination> {
  return input.type === 'stream'
    ? streamDestination(chat, db, actor, input.to, input.topic)
    : privateDestination(db, actor, input.to)
}

async function warnOfEmptyStream(chat: Chat, actor: Actor, destination: Destination): Promise<void> {
  if (destination.kind !== 'stream' || actor.user.bot_owner_id === null) return
  if (await hasSubscribers(chat.database.read, actor.realm.id, destination.stream.id)) return
  const { name } = destination.stream
  await tellBotOwner(chat, actor, `stream #**${name}**. The stream exists but does not have any subscribers.`)
}

import type { ChatTransaction, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { botCommandsTable } from '../../people/bots/bot-commands-table.ts'
import { readSlashCommand } from '../../people/bots/slash-command.ts'
import type { MessageToWrite } from '../message-to-write.ts'
import type { Messages } from '../messages.ts'
import type { MessagesTable } from '../messages-table.ts'
import { mayLeaveStream } from './service-access.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** a message for the service of a bot, whose id is the lane */
    outgoing_webhook: { botId: number; messageId: number; trigger: WebhookTrigger }
  }
}

export type WebhookTrigger = 'mention' | 'private_message' | 'slash_command'

/**
 * Called when a message is written: queues it for the services of the bots it addresses. Messages of bots are never
 * posted, so two bots cannot answer each other forever.
 */
export async function queueWebhookPosts(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  message: MessagesTable,
  input: MessageToWrite,
): Promise<void> {
  if (isBot(input.sender)) return
  const { destination } = input
  const isPrivate = destination.kind === 'private'
  const addressed = isPrivate
    ? destination.people.filter(isBot).map((user) => user.id)
    : input.rendered.mentionedUserIds
  const commanded = await botOfCommand(transaction.db, realm, input.content)
  // A private conversation is not for bots that are not in it.
  const called = commanded !== undefined && (!isPrivate || addressed.includes(commanded)) ? [commanded] : []
  const candidates = [...new Set([...addressed, ...called])]
  if (candidates.length === 0) return
  const outgoing = await chat.outgoingBots.require(realm.id)
  const bots = candidates.filter((id) => outgoing.has(id))
  for (const user of await usersTable.list(transaction.db, { realm_id: realm.id, id: bots })) {
    if (!isPrivate && !(await mayLeaveStream(transaction.db, { realm, user }, destination.stream.id)))
      continue
    const trigger = called.includes(user.id) ? 'slash_command' : isPrivate ? 'private_message' : 'mention'
    await transaction.outbox.add('outgoing_webhook', {
      lane: String(user.id),
      payload: { botId: user.id, messageId: message.id, trigger },
    })
  }
}

async function botOfCommand(db: Db, realm: Realm, content: string): Promise<number | undefined> {
  const command = readSlashCommand(content)
  if (!command) return undefined
  return (await botCommandsTable.find(db, { realm_id: realm.id, name: command.name }))?.user_id
}

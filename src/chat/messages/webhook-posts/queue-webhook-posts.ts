import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot } from '../../identity/users/user.ts'
import { findUsers } from '../../identity/users/user-store.ts'
import type { MessageToWrite } from '../message-to-write.ts'
import type { Messages } from '../messages.ts'
import type { MessagesTable } from '../messages-table.ts'
import { mayLeaveStream } from './service-access.ts'
import { insertPosts } from './webhook-post-store.ts'

/**
 * Called when a message is written: queues it for the services of the bots it addresses, and returns the ids of those
 * bots. Messages of bots are never posted, so two bots cannot answer each other forever.
 */
export async function queueWebhookPosts(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  message: MessagesTable,
  input: MessageToWrite,
): Promise<number[]> {
  if (isBot(input.sender)) return []
  const { destination } = input
  const isPrivate = destination.kind === 'private'
  const candidates = isPrivate
    ? destination.people.filter(isBot).map((user) => user.id)
    : input.rendered.mentionedUserIds
  if (candidates.length === 0) return []
  const outgoing = await chat.outgoingBots.require(realm.id)
  const bots = [...new Set(candidates)].filter((id) => outgoing.has(id))
  const notified: number[] = []
  for (const user of await findUsers(transaction.db, realm.id, bots)) {
    if (isPrivate || (await mayLeaveStream(transaction.db, { realm, user }, destination.stream.id)))
      notified.push(user.id)
  }
  if (notified.length === 0) return []
  const now = chat.clock.now()
  const posts = []
  for (const bot_id of notified) {
    posts.push({
      realm_id: message.realm_id,
      id: await transaction.next('webhook_posts'),
      bot_id,
      message_id: message.id,
      trigger: isPrivate ? ('private_message' as const) : ('mention' as const),
      attempts: 0,
      next_attempt_at: now,
      created_at: now,
    })
  }
  await insertPosts(transaction.db, posts)
  return notified
}

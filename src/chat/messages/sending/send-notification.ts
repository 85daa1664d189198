import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import type { Stream } from '../../streams/stream.ts'
import type { Messages } from '../messages.ts'
import { renderNotice } from './render-content.ts'
import { writeMessage } from './write-message.ts'

/** One conversation with all of the people, or a stream. */
export type NotificationTarget = { to: User | readonly User[] } | { stream: Stream; topic: string }

export type Notification = {
  content: string
  /** given if it was rendered before, because it contains more than names */
  rendered?: RenderedMarkdown
  readBy?: readonly number[]
} & NotificationTarget

/** Sends a message of the organization's notification bot, in the transaction of the change that it reports. */
export async function sendNotification(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  notification: Notification,
): Promise<number> {
  const bot = await findSystemBot(transaction.db, realm.id)
  return writeMessage(chat, transaction, realm, {
    sender: bot,
    destination:
      'to' in notification
        ? { kind: 'private', people: [bot, notification.to].flat().sort((one, other) => one.id - other.id) }
        : { kind: 'stream', stream: notification.stream, topic: notification.topic },
    content: notification.content,
    rendered:
      notification.rendered ??
      (await renderNotice(chat, transaction.db, { realm, user: bot }, notification.content)),
    client: 'Internal',
    readBy: notification.readBy ?? [],
  })
}

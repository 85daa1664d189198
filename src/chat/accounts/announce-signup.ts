import type { ChatTransaction } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { sendNotification } from '../messages/sending/send-notification.ts'
import { findStream } from '../streams/stream-store.ts'

/** Posts to the organization's signup notifications stream, if it has one. */
export async function announceSignup(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  user: User,
): Promise<void> {
  const { signup_notifications_stream_id: id } = realm.settings
  const stream = id === null ? undefined : await findStream(transaction.db, realm.id, id)
  if (!stream) return
  await sendNotification(chat, transaction, realm, {
    stream,
    topic: 'signups',
    content: `@_**${user.full_name}|${user.id}** just signed up for Switchboard.`,
    readBy: [user.id],
  })
}

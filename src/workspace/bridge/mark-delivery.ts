import type { ChatTransaction } from '../../chat/chat-platform.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import { findChangeAudience } from '../../chat/messages/find-change-audience.ts'
import { findMessage } from '../../chat/messages/message-store.ts'
import { reactionChanged } from '../../chat/messages/reactions/reaction-events.ts'
import { insertReaction } from '../../chat/messages/reactions/reaction-store.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import type { TextingMessageView } from '../../telephony/texting/messages/texting-message-view.ts'
import type { Workspace } from '../workspace.ts'
import { findMessageOfText } from './bridge-store.ts'

const reaction = (emoji_name: string, emoji_code: string) => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
})
const marks: Partial<Record<TextingMessageView['status'], ReturnType<typeof reaction>>> = {
  delivered: reaction('check', '2705'),
  undelivered: reaction('cross_mark', '274c'),
  failed: reaction('cross_mark', '274c'),
}

/** Shows at the message what became of its text: a reaction, and for a failure the reason. */
export async function markDelivery(
  workspace: Workspace,
  transaction: ChatTransaction,
  realm: Realm,
  text: TextingMessageView,
): Promise<void> {
  const mark = marks[text.status]
  const { db } = transaction
  const bridged = mark && (await findMessageOfText(db, realm.id, text.id))
  const message = bridged && (await findMessage(db, realm.id, bridged.message_id))
  if (!message || text.direction === 'inbound') return
  const bot = await findSystemBot(db, realm.id)
  const isNew = await insertReaction(db, {
    ...mark,
    realm_id: realm.id,
    message_id: message.id,
    user_id: bot.id,
    id: await transaction.next('reactions'),
  })
  // One of several recipients had the same luck.
  if (!isNew) return
  const audience = await findChangeAudience(db, { realm, user: bot }, message)
  transaction.announce(reactionChanged('add', bot, message.id, mark, audience))
  if (text.status === 'delivered') return
  const stream = await findStream(db, realm.id, message.stream_id!)
  if (!stream || stream.deactivated) return
  const reason = text.error_message ?? 'the carrier gave no reason'
  const content = `The text to ${text.to} was not delivered: ${reason}.`
  await sendNotification(workspace, transaction, realm, { stream, topic: message.topic, content })
}

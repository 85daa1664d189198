import { plain } from '../../chat/bots/incoming-webhooks/texts/plain-text.ts'
import type { ChatTransaction } from '../../chat/chat-platform.ts'
import { findChangeAudience } from '../../chat/messages/find-change-audience.ts'
import { findMessage } from '../../chat/messages/message-store.ts'
import { reactionChanged } from '../../chat/messages/reactions/reaction-events.ts'
import { reactionsTable } from '../../chat/messages/reactions/reactions-table.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import type { TextingMessageView } from '../../telephony/texting/messages/texting-message-events.ts'
import { findMessageOfText } from './bridged-message-store.ts'
import type { Crossing, EffectOf } from './crossing.ts'

const reaction = (emoji_name: string, emoji_code: string) => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
})
const marks: Partial<Record<TextingMessageView['status'], ReturnType<typeof reaction>>> = {
  delivered: reaction('check', '2705'),
  undelivered: reaction('x', '274c'),
  failed: reaction('x', '274c'),
}

/** Shows the delivery of a text at its message. */
export const markDelivery: EffectOf<'texting.message.updated'> = async (crossing, { payload: text }) =>
  marks[text.status] && ((transaction) => markMessage(crossing, transaction, text))

/** A reaction, and for a failure the reason. */
export async function markMessage(
  { workspace, realm, bot }: Crossing,
  transaction: ChatTransaction,
  text: TextingMessageView,
): Promise<void> {
  const mark = marks[text.status]
  const { db } = transaction
  if (!mark || text.direction === 'inbound') return
  const bridged = await findMessageOfText(db, realm.id, text.id)
  const message = bridged && (await findMessage(db, realm.id, bridged.message_id))
  if (!message) return
  const isNew = await reactionsTable.insertIfAbsent(db, {
    ...mark,
    realm_id: realm.id,
    message_id: message.id,
    user_id: bot.id,
    id: await transaction.next('reactions'),
  })
  // Of several recipients, each can have the same mark.
  if (isNew) {
    const audience = await findChangeAudience(db, { realm, user: bot }, message)
    transaction.announce(reactionChanged('add', bot, message.id, mark, audience))
  }
  if (text.status === 'delivered') return
  const stream = await findStream(db, realm.id, message.stream_id!)
  if (!stream || stream.deactivated) return
  const reason = plain(text.error_message ?? 'the carrier gave no reason')
  const content = `The text to ${plain(text.to)} was not delivered: ${reason}.`
  await sendNotification(workspace, transaction, realm, { stream, topic: message.topic, content })
}

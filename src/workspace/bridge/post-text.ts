import { plain, plainLines } from '../../chat/bots/webhook-texts/plain-text.ts'
import { renderContent } from '../../chat/messages/sending/render-content.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import { contactKey, fullName } from '../../telephony/identity/contact.ts'
import { listRecipients } from '../../telephony/texting/contacts/texting-contact-store.ts'
import type { TextingMessageView } from '../../telephony/texting/messages/texting-message-view.ts'
import { findTopicOfConversation, insertBridgedMessage } from './bridged-message-store.ts'
import { copyToChat } from './copy-to-chat.ts'
import type { Crossing, EffectOf } from './crossing.ts'
import { markMessage } from './mark-delivery.ts'
import { findSentMessage } from './sent-message-store.ts'
import { newTopic, topicOf } from './topic-of-conversation.ts'

/** With the name of the sender and links to files, it fits into a message. */
const MAX_TEXT_CHARACTERS = 9000

/** Posts a text of a tied number to its stream, unless it was sent from there. */
export const postText: EffectOf<'texting.message.new'> = async (crossing, { payload: text, position }) => {
  const { workspace, realm, company, bot } = crossing
  const phones = workspace.telephony.database.read
  const tie = crossing.ties.get(text.direction === 'inbound' ? text.to : text.frm)
  if (!tie || position <= tie.after_position) return undefined
  const row = { realm_id: realm.id, text_id: text.id, conversation_id: text.conversation_id }
  const sent = await findSentMessage(phones, company.id, text.id)
  if (sent !== undefined) {
    return async (transaction) => {
      await insertBridgedMessage(transaction.db, { ...row, message_id: sent })
      await markMessage(crossing, transaction, text)
    }
  }
  const other = text.direction === 'inbound' ? text.frm : text.to
  // Empty if the conversation has been deleted meanwhile.
  const recipients = await listRecipients(phones, company.id, [text.conversation_id])
  // A text to a group has a copy for each recipient; one is enough.
  if (text.direction === 'outbound' && recipients.length > 0 && text.to !== recipients[0]!.number)
    return undefined
  const { links, missing } = await copyToChat(
    crossing,
    text.files.map(({ id }) => id),
  )
  const content = [
    `**${plain(await senderName(crossing, text)) || 'Unknown'}:** ${plainLines(text.text, MAX_TEXT_CHARACTERS)}`,
    ...links,
    ...missing.map((name) => `${name} is in the portal only.`),
  ].join('\n')
  const rendered = await renderContent(workspace, workspace.database.read, { realm, user: bot }, content)
  return async (transaction) => {
    const { db } = transaction
    const stream = await findStream(db, realm.id, tie.stream_id)
    if (!stream || stream.deactivated) return
    const topic =
      (await findTopicOfConversation(db, tie, text.conversation_id)) ??
      (newTopic(text.conversation_id, recipients) || topicOf(other))
    const message = await sendNotification(workspace, transaction, realm, {
      stream,
      topic,
      content,
      rendered,
    })
    await insertBridgedMessage(db, { ...row, message_id: message })
  }
}

/** The number outside, or the user of the portal who has sent it. */
async function senderName({ workspace, company }: Crossing, text: TextingMessageView): Promise<string> {
  if (text.direction === 'inbound') return text.frm
  const contact =
    text.user_id && (await workspace.telephony.contacts.get(contactKey(company.id, text.user_id)))
  return `${contact ? fullName(contact) : text.frm} → ${text.to}`
}

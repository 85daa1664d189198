import type { Company } from '../../identity/company.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { listRecipients } from '../contacts/texting-contact-store.ts'
import { type TextingContactView, textingContactView } from '../contacts/texting-contact-view.ts'
import { showTextingMessages } from '../messages/show-texting-messages.ts'
import { findTextingMessages } from '../messages/texting-message-store.ts'
import type { Conversation } from './texting-conversation-store.ts'
import { type ConversationView, conversationView } from './texting-conversation-view.ts'

/** Conversations as the API shows them, with a constant number of queries. */
export async function showConversations(
  db: TelephonyDb,
  company: Company,
  conversations: readonly Conversation[],
): Promise<ConversationView[]> {
  const contacts = new Map<string, TextingContactView[]>(conversations.map(({ id }) => [id, []]))
  for (const recipient of await listRecipients(db, company.id, [...contacts.keys()])) {
    contacts.get(recipient.conversation_id)!.push(textingContactView(recipient, company.public_id))
  }
  const lastIds = conversations.flatMap(({ last_message_id: id }) => id ?? [])
  const lastMessages = await findTextingMessages(db, company.id, lastIds)
  const views = await showTextingMessages(db, company, lastMessages)
  const byId = new Map(views.map((view) => [view.id, view]))
  return conversations.map((conversation) =>
    conversationView(
      conversation,
      company.public_id,
      contacts.get(conversation.id)!,
      byId.get(conversation.last_message_id ?? ''),
    ),
  )
}

export async function showConversation(
  db: TelephonyDb,
  company: Company,
  conversation: Conversation,
): Promise<ConversationView> {
  const [view] = await showConversations(db, company, [conversation])
  return view!
}

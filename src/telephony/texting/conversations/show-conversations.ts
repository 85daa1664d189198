import type { Company } from '../../identity/company.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { listRecipients } from '../contacts/texting-contact-store.ts'
import { type TextingContactView, textingContactView } from '../contacts/texting-contact-view.ts'
import { showTextingMessages } from '../messages/show-texting-messages.ts'
import { textingMessagesTable } from '../messages/texting-message.ts'
import { listAssignmentTimes } from '../numbers/texting-number-store.ts'
import type { Conversation, Viewer } from '../texting-conversation-store.ts'
import { type ConversationView, conversationView } from './texting-conversation-events.ts'

/** Conversations as the API shows them to a viewer, with a constant number of queries. */
export async function showConversations(
  db: TelephonyDb,
  company: Company,
  all: readonly Conversation[],
  viewer: Viewer,
): Promise<ConversationView[]> {
  const times = viewer === undefined ? undefined : await listAssignmentTimes(db, company.id, viewer)
  const conversations = times ? all.map((one) => sinceAssignment(one, times)) : all
  const contacts = new Map<string, TextingContactView[]>(conversations.map(({ id }) => [id, []]))
  for (const recipient of await listRecipients(db, company.id, [...contacts.keys()])) {
    contacts.get(recipient.conversation_id)!.push(textingContactView(recipient, company.public_id))
  }
  const lastIds = conversations.flatMap(({ last_message_id: id }) => id ?? [])
  const lastMessages = await textingMessagesTable.list(db, { company_id: company.id, id: lastIds })
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
  viewer: Viewer,
): Promise<ConversationView> {
  const [view] = await showConversations(db, company, [conversation], viewer)
  return view!
}

/** A last message that is older than the assignment of the number is not for its new user. */
function sinceAssignment(conversation: Conversation, times: ReadonlyMap<string, number>): Conversation {
  const { from_number: number, last_message_at: last } = conversation
  if (last === null || last >= (times.get(number) ?? 0)) return conversation
  return { ...conversation, last_message_id: null, last_message_at: null, unread_count: 0 }
}

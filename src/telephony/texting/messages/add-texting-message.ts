import type { Audience } from '../../event-audience.ts'
import type { Company } from '../../identity/company.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { countSegments } from '../carriers/count-segments.ts'
import type { Conversation } from '../texting-conversation-store.ts'
import { textingConversationsTable } from '../texting-tables.ts'
import { showTextingMessage } from './show-texting-messages.ts'
import type { TextingMessage } from './texting-message.ts'
import type { TextingMessageView } from './texting-message-events.ts'
import { messageNew } from './texting-message-events.ts'
import { insertTextingMessage } from './texting-message-store.ts'

export type NewTextingMessage = Pick<
  TextingMessage,
  'direction' | 'frm' | 'recipient' | 'text' | 'files' | 'status' | 'error_code' | 'error_message'
> &
  Pick<TextingMessage, 'user_id' | 'timezone'>

/** Stores and announces a message, and updates the summary in its conversation. */
export async function addTextingMessage(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  conversation: Conversation,
  audience: Audience,
  content: NewTextingMessage,
): Promise<TextingMessageView> {
  const now = clock.now()
  const isInbound = content.direction === 'inbound'
  const message: TextingMessage = {
    company_id: company.id,
    id: newObjectId(clock),
    conversation_id: conversation.id,
    ...content,
    is_read: isInbound ? 0 : 1,
    ...countSegments(content.text),
    carrier_id: null,
    created_at: now,
    updated_at: now,
  }
  await insertTextingMessage(tx.db, message)
  await textingConversationsTable.update(
    tx.db,
    { company_id: company.id, id: conversation.id },
    {
      unread_count: conversation.unread_count + (isInbound ? 1 : 0),
      ...(conversation.conversation_type !== 'campaign' && { has_direct_msg: 1 }),
      last_message_id: message.id,
      last_message_at: now,
      last_activity_at: now,
      updated_at: now,
    },
  )
  const view = await showTextingMessage(tx.db, company, message)
  tx.announce(messageNew(audience, view))
  return view
}

import { hash } from 'node:crypto'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Author } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import type { TextingContact } from '../contacts/texting-contact-store.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { type Conversation, insertConversation } from '../texting-conversation-store.ts'
import { textingConversationsTable } from '../texting-tables.ts'
import { showConversation } from './show-conversations.ts'
import type { ConversationType } from './texting-conversation-events.ts'
import { chatNew } from './texting-conversation-events.ts'

export interface WantedConversation {
  /** E.164 */
  fromNumber: string
  type: ConversationType
  name: string
  contacts: readonly TextingContact[]
}

/** The conversation of these people. Creates and announces it if there is none. */
export async function createOrGetConversation(
  platform: TelephonyPlatform,
  tx: TelephonyTransaction,
  author: Author,
  wanted: WantedConversation,
): Promise<Conversation> {
  const { clock } = platform
  const { company } = author
  const recipientsKey = keyOf(wanted)
  const known = await textingConversationsTable.findBy(tx.db, {
    company_id: company.id,
    from_number: wanted.fromNumber,
    recipients_key: recipientsKey,
  })
  if (known) return known
  const now = clock.now()
  const conversation: Conversation = {
    company_id: company.id,
    id: newObjectId(clock),
    from_number: wanted.fromNumber,
    conversation_type: wanted.type,
    name: wanted.name,
    name_key: wanted.name.toLowerCase(),
    recipients_key: recipientsKey,
    timezone: author.contact?.profile.timezone ?? '',
    pinned_at: null,
    unread_count: 0,
    has_direct_msg: 0,
    has_hidden_msg: 0,
    last_message_id: null,
    last_message_at: null,
    last_activity_at: now,
    created_at: now,
    updated_at: now,
  }
  await insertConversation(
    tx.db,
    conversation,
    wanted.contacts.map(({ id }) => id),
  )
  const after = await showConversation(tx.db, company, conversation, undefined)
  const { id } = conversation
  await recordChange(tx, clock, author, { action: 'conversation.created', id, before: null, after })
  tx.announce(chatNew(await textingAudience(tx.db, company, wanted.fromNumber), after))
  return conversation
}

/** A hash, since many ids would be too long for an index. */
function keyOf({ type, contacts }: WantedConversation): string {
  const people = contacts.map(({ id }) => id).sort()
  return `${type}:${hash('sha256', people.join(','))}`
}

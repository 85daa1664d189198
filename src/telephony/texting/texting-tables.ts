import { table } from '../telephony-tables.ts'

declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    texting_numbers: TextingNumbersTable
    texting_number_users: TextingNumberUsersTable
    texting_contacts: TextingContactsTable
    texting_opt_outs: TextingOptOutsTable
    texting_conversations: TextingConversationsTable
    texting_recipients: TextingRecipientsTable
    texting_messages: TextingMessagesTable
    texting_attachments: TextingAttachmentsTable
    texting_received: TextingReceivedTable
    texting_early_receipts: TextingEarlyReceiptsTable
  }
}

/** A number that sends and receives texts. It belongs to one company. */
export interface TextingNumbersTable {
  company_id: number
  /** E.164 */
  number: string
  created_at: number
  updated_at: number
}

/** The users, besides the owner, who see the conversations of a number. */
export interface TextingNumberUsersTable {
  company_id: number
  number: string
  contact_id: string
  /** Older texts are not for them. */
  assigned_at: number
}

export interface TextingContactsTable {
  company_id: number
  id: string
  /** E.164, or as the carrier wrote it: short codes and alphanumeric senders send texts, too */
  number: string
  first_name: string
  last_name: string
  email: string
  search_text: string
  created_at: number
  updated_at: number
}

/** Separate from the contacts, so that an opt-out outlives the contact. */
export interface TextingOptOutsTable {
  company_id: number
  number: string
  created_at: number
  confirmation_id: string | null
}

export interface TextingConversationsTable {
  company_id: number
  id: string
  /** E.164 */
  from_number: string
  conversation_type: string
  name: string
  name_key: string
  /** equal for the same type and people */
  recipients_key: string
  timezone: string
  pinned_at: number | null
  unread_count: number
  has_direct_msg: number
  has_hidden_msg: number
  last_message_id: string | null
  last_message_at: number | null
  /** time of the last message, else of the creation */
  last_activity_at: number
  created_at: number
  updated_at: number
}

export interface TextingRecipientsTable {
  company_id: number
  conversation_id: string
  /** a texting contact */
  contact_id: string
  place: number
}

export interface TextingMessagesTable {
  company_id: number
  id: string
  conversation_id: string
  direction: string
  frm: string
  recipient: string
  text: string
  /** JSON: ids */
  files: string
  is_read: number
  status: string
  error_code: string | null
  error_message: string | null
  segments: number
  encoding: string
  /** who sent it */
  user_id: string | null
  timezone: string
  /** the carrier's id of an outbound message */
  carrier_id: string | null
  created_at: number
  updated_at: number
}

/** The messages with a file: users who see one of them may read the file. */
export interface TextingAttachmentsTable {
  company_id: number
  file_id: string
  message_id: string
}

/** The carrier's ids of received texts, so that none is stored twice. */
export interface TextingReceivedTable {
  company_id: number
  carrier_id: string
  received_at: number
}

/** Receipts that arrived before the response to the submit. */
export interface TextingEarlyReceiptsTable {
  carrier_id: string
  status: string
  error_code: string | null
  error_message: string | null
  received_at: number
}

export const textingNumbersTable = table('texting_numbers', ['company_id', 'number'])

export const textingNumberUsersTable = table('texting_number_users', ['company_id', 'number', 'contact_id'])

export const textingContactsTable = table('texting_contacts', ['company_id', 'id'])

export const textingOptOutsTable = table('texting_opt_outs', ['company_id', 'number'])

export const textingConversationsTable = table('texting_conversations', ['company_id', 'id'])

export const textingRecipientsTable = table('texting_recipients', [
  'company_id',
  'conversation_id',
  'contact_id',
])

export const textingAttachmentsTable = table('texting_attachments', ['company_id', 'file_id', 'message_id'])

export const textingReceivedTable = table('texting_received', ['company_id', 'carrier_id'])

export const textingEarlyReceiptsTable = table('texting_early_receipts', ['carrier_id'])

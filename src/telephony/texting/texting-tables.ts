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
    texting_outbox: TextingOutboxTable
    texting_received: TextingReceivedTable
    texting_early_receipts: TextingEarlyReceiptsTable
  }
}

/** A number that texts are sent from and come in at. Each belongs to one company of the server. */
export interface TextingNumbersTable {
  company_id: number
  /** E.164 */
  number: string
  created_at: number
  updated_at: number
}

/** Who, besides the owner, sees the conversations of a number. */
export interface TextingNumberUsersTable {
  company_id: number
  number: string
  contact_id: string
}

export interface TextingContactsTable {
  company_id: number
  id: string
  /** E.164, or as the carrier wrote it when it is none: short codes and names send texts too */
  number: string
  first_name: string
  last_name: string
  email: string
  search_text: string
  created_at: number
  updated_at: number
}

/** Apart from the contacts: whoever wants no texts stays protected when their contact is deleted. */
export interface TextingOptOutsTable {
  company_id: number
  number: string
  created_at: number
}

export interface TextingConversationsTable {
  company_id: number
  id: string
  /** E.164 */
  from_number: string
  conversation_type: string
  name: string
  name_key: string
  /** the same for the same type and people */
  recipients_key: string
  timezone: string
  pinned_at: number | null
  unread_count: number
  has_direct_msg: number
  has_hidden_msg: number
  last_message_id: string | null
  last_message_at: number | null
  /** of the last message, else of the creation */
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
  /** the carrier's name for an outbound one */
  carrier_id: string | null
  created_at: number
  updated_at: number
}

/** Which messages carry a file: whoever sees one of them may see the file. */
export interface TextingAttachmentsTable {
  company_id: number
  file_id: string
  message_id: string
}

/** Outbound messages that the carrier does not have yet. */
export interface TextingOutboxTable {
  company_id: number
  message_id: string
  conversation_id: string
  attempts: number
  /** while somebody is at it: when others may take it over */
  next_attempt_at: number
}

/** The carrier's names of the texts that came in, so that none is stored twice. */
export interface TextingReceivedTable {
  company_id: number
  carrier_id: string
  received_at: number
}

/** Receipts that were faster than the answer to what they are about. */
export interface TextingEarlyReceiptsTable {
  carrier_id: string
  status: string
  error_code: string | null
  error_message: string | null
  received_at: number
}

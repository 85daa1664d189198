import type { ChatTables } from '../../chat/chat-tables.ts'
import type { Handle } from '../../platform/database/database.ts'
import { tablesOf } from '../../platform/database/table.ts'

/** In the database of the chat. */
export interface BridgeTables {
  bridged_numbers: BridgedNumbersTable
  bridged_messages: BridgedMessagesTable
  bridge_positions: BridgePositionsTable
  call_statuses: CallStatusesTable
  shared_statuses: SharedStatusesTable
}

/** A texting number whose conversations are topics of a stream. */
export interface BridgedNumbersTable {
  realm_id: number
  stream_id: number
  /** E.164 */
  number: string
  /** older messages of the stream are not sent */
  after_message_id: number
  /** texts up to this position of the telephony log are not posted */
  after_position: number
  /** epoch seconds */
  created_at: number
}

/** The message of each text. Its topic is the topic of the conversation, even after it was renamed. */
export interface BridgedMessagesTable {
  realm_id: number
  text_id: string
  message_id: number
  conversation_id: string
}

/** Up to which position of the telephony log events have had their effect on the chat. */
export interface BridgePositionsTable {
  realm_id: number
  position: number
}

/** People whose status says that they are on a call, because the bridge has set it. */
export interface CallStatusesTable {
  realm_id: number
  user_id: number
}

/** The status that a linked account had in the chat and on the phones when they were last compared. */
export interface SharedStatusesTable {
  realm_id: number
  user_id: number
  /** with whom it was compared */
  contact_id: string
  /** JSON */
  status: string
}

export const sharedStatusesTable = tablesOf<BridgeTables, Handle<ChatTables>>()('shared_statuses', [
  'realm_id',
  'user_id',
])

/** In the database of the telephony. */
export interface SentTables {
  sent_messages: SentMessagesTable
  sent_positions: SentPositionsTable
}

/** The texts that messages were sent as. */
export interface SentMessagesTable {
  company_id: number
  text_id: string
  message_id: number
}

/** Up to which message the replies have been sent. */
export interface SentPositionsTable {
  company_id: number
  message_id: number
}

/** In the database of the chat. */
export interface BridgeTables {
  bridged_numbers: BridgedNumbersTable
  bridged_messages: BridgedMessagesTable
  bridge_positions: BridgePositionsTable
}

/** A texting number whose conversations are topics of a stream. */
export interface BridgedNumbersTable {
  realm_id: number
  stream_id: number
  /** E.164 */
  number: string
  /** older messages of the stream are not sent */
  after_message_id: number
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

/** Up to which position of the telephony log texts and faxes have been posted. */
export interface BridgePositionsTable {
  realm_id: number
  position: number
}

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

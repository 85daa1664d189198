import { table } from '../chat-tables.ts'

declare module '../chat-tables.ts' {
  interface ChatTables {
    messages: MessagesTable
    send_keys: SendKeysTable
  }
}

export interface MessagesTable {
  realm_id: number
  id: number
  recipient_id: number
  /** null: a private message */
  stream_id: number | null
  sender_id: number
  topic: string
  /** lower case, for look-ups */
  topic_key: string
  client: string
  content: string
  rendered_content: string
  sent_at: number
  /** of the last edit; see message-edits/ */
  edited_at: number | null
  has_link: number
  has_image: number
  has_attachment: number
  /** It contains @**all**. Stored here once instead of in a row per subscriber. */
  mentions_everyone: number
  /** position of its event, or of its last move to another stream: those who were subscribed then received it */
  event_position: number
}

/** Ids of sent messages by retry key, so that a retry returns the first response. */
export interface SendKeysTable {
  realm_id: number
  user_id: number
  key: string
  message_id: number
  created_at: number
}

export const sendKeysTable = table('send_keys', ['realm_id', 'user_id', 'key'])

import type { Conversation } from './conversation.ts'

/** A message that was sent here and is not yet known to be on the server. */
export interface PendingMessage {
  localId: string
  conversation: Conversation
  /** Markdown */
  content: string
  /** UNIX seconds */
  timestamp: number
  /** undefined: on its way; else why it was refused */
  error: string | undefined
  /** Known once the server has answered; its event may come later. */
  serverId?: number
}

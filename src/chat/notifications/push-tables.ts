import { table } from '../chat-tables.ts'

declare module '../chat-tables.ts' {
  interface ChatTables {
    push_keys: PushKeysTable
    notification_marks: NotificationMarksTable
  }
}

/** The key pair by which push services recognize this installation (VAPID, RFC 8292). One row. */
export interface PushKeysTable {
  id: number
  public_key: string
  private_key_sealed: string
}

/** Up to which message notifications were queued. Without a mail server, organizations without subscriptions have no row. */
export interface NotificationMarksTable {
  realm_id: number
  message_id: number
}

export const pushKeysTable = table('push_keys', ['id'])

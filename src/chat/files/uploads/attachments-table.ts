import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    attachments: AttachmentsTable
    attachment_messages: AttachmentMessagesTable
    upload_totals: UploadTotalsTable
  }
}

/** An uploaded file. Its bytes are stored outside the tables, under its token. */
export interface AttachmentsTable {
  realm_id: number
  id: number
  /** the unguessable part of its address */
  token: string
  /** as the client named it */
  name: string
  /** `<realm_id>/<token>/<URL-safe name>` */
  path_id: string
  owner_id: number
  /** sniffed from the bytes, not taken from the client */
  mimetype: string
  size: number
  created_at: number
  /** Whether any message has ever linked it. */
  was_claimed: number
}

/** Which messages link which files. */
export interface AttachmentMessagesTable {
  realm_id: number
  attachment_id: number
  message_id: number
}

/** Total bytes of an organization's files. The quota is enforced on this row alone. */
export interface UploadTotalsTable {
  realm_id: number
  bytes: number
}

export const attachmentsTable = table('attachments', ['realm_id', 'id'])

export const attachmentMessagesTable = table('attachment_messages', [
  'realm_id',
  'attachment_id',
  'message_id',
])

export const uploadTotalsTable = table('upload_totals', ['realm_id'])

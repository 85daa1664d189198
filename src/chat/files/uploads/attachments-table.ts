/** A file that somebody has put into the chat. Its bytes lie beside the database, under its token. */
export interface AttachmentsTable {
  realm_id: number
  id: number
  /** the part of its address that nobody can guess */
  token: string
  /** as the client named it */
  name: string
  /** `<realm_id>/<token>/<name that fits into an address>` */
  path_id: string
  owner_id: number
  /** what the bytes are, whatever the client said */
  mimetype: string
  size: number
  created_at: number
  /** A message has linked it at some time. */
  was_claimed: number
}

/** Which messages link which files. */
export interface AttachmentMessagesTable {
  realm_id: number
  attachment_id: number
  message_id: number
}

/** All files of an organization together: the quota is kept by this row alone. */
export interface UploadTotalsTable {
  realm_id: number
  bytes: number
}

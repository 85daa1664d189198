/** Kinds of content that the chat stores: folders in the data directory or, on PostgreSQL, values of a column. */
export const keptContentKinds = ['uploads', 'avatars', 'emoji', 'realm-icons', 'exports'] as const

/** Also includes content that can be regenerated. */
export const chatContentKinds = [...keptContentKinds, 'thumbnails'] as const

/** The files that rows of the chat name, for the check of a backup: SQLite only. */
export const filesNamedByChat = [
  {
    database: 'chat.db',
    folder: 'uploads',
    sql: "select realm_id || '/' || token as path from attachments",
  },
]

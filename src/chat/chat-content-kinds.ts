/** Kinds of content that the chat stores: folders in the data directory or, on PostgreSQL, values of a column. */
export const keptContentKinds = ['uploads', 'avatars', 'emoji', 'realm-icons', 'exports'] as const

/** Also includes content that can be regenerated. */
export const chatContentKinds = [...keptContentKinds, 'thumbnails'] as const

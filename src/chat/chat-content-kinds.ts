/** Kinds of bytes that the chat stores: folders of the data or, on PostgreSQL, columns of rows. */
export const keptContentKinds = ['uploads', 'avatars', 'emoji', 'realm-icons', 'exports'] as const

/** With those that can be made again. */
export const chatContentKinds = [...keptContentKinds, 'thumbnails'] as const

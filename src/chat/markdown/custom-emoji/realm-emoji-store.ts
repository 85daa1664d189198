import type { Db } from '../../chat-platform.ts'
import { realmEmojiTable } from './realm-emoji-table.ts'

export interface NewEmoji {
  realm_id: number
  id: number
  name: string
  author_id: number
  source_url: string
  still_url: string | null
}

export type RealmEmojiRow = Awaited<ReturnType<typeof listRealmEmoji>>[number]

/** Includes deactivated emoji, which old messages show. */
export async function listRealmEmoji(db: Db, realmId: number) {
  return db
    .selectFrom('realm_emoji as emoji')
    .innerJoin('users as author', (join) =>
      join.onRef('author.realm_id', '=', 'emoji.realm_id').onRef('author.id', '=', 'emoji.author_id'),
    )
    .select(['emoji.id', 'emoji.name', 'emoji.deactivated', 'emoji.source_url', 'emoji.still_url'])
    .select(['author.id as author_id', 'author.email as author_email', 'author.full_name as author_name'])
    .where('emoji.realm_id', '=', realmId)
    .orderBy('emoji.id')
    .execute()
}

/** Returns false if the name is taken. */
export async function insertEmoji(db: Db, emoji: NewEmoji): Promise<boolean> {
  return realmEmojiTable.insertIfAbsent(db, { ...emoji, deactivated: 0, live_name: emoji.name })
}

export async function isPictureOfEmoji(db: Db, realmId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('realm_emoji')
    .select('id')
    .where('realm_id', '=', realmId)
    .where((column) => column.or([column('source_url', '=', address), column('still_url', '=', address)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function findCustomEmoji(db: Db, realmId: number, named: { id: number } | { name: string }) {
  const query = db
    .selectFrom('realm_emoji')
    .select(['id', 'name', 'deactivated'])
    .where('realm_id', '=', realmId)
  return 'id' in named
    ? query.where('id', '=', named.id).executeTakeFirst()
    : query.where('name', '=', named.name).where('deactivated', '=', 0).executeTakeFirst()
}

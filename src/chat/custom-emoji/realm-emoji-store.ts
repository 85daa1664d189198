import type { Db } from '../chat.ts'

export async function listRealmEmoji(db: Db, realmId: number) {
  return db
    .selectFrom('realm_emoji as emoji')
    .innerJoin('users as author', (join) =>
      join.onRef('author.realm_id', '=', 'emoji.realm_id').onRef('author.id', '=', 'emoji.author_id'),
    )
    .select(['emoji.id', 'emoji.name', 'emoji.deactivated', 'emoji.source_url'])
    .select(['author.id as author_id', 'author.email as author_email', 'author.full_name as author_name'])
    .where('emoji.realm_id', '=', realmId)
    .orderBy('emoji.id')
    .execute()
}

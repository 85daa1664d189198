import type { Db } from '../chat.ts'
import { type Realm, realmOf } from './realm.ts'
import type { RealmSettings } from './realm-settings.ts'
import type { RealmsTable } from './realms-table.ts'

export async function findRealmByHost(db: Db, host: string): Promise<Realm | undefined> {
  const row = await db.selectFrom('realms').selectAll().where('host', '=', host).executeTakeFirst()
  return row && realmOf(row)
}

export async function findRealm(db: Db, id: number): Promise<Realm | undefined> {
  const row = await db.selectFrom('realms').selectAll().where('id', '=', id).executeTakeFirst()
  return row && realmOf(row)
}

export async function listRealms(db: Db): Promise<Realm[]> {
  return (await db.selectFrom('realms').selectAll().orderBy('id').execute()).map(realmOf)
}

/** A new organization's id. Two that are created at once: the second insert fails and is tried again. */
export async function nextRealmId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('realms')
    .select((select) => select.fn.max('id').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export async function insertRealm(db: Db, realm: RealmsTable): Promise<void> {
  await db.insertInto('realms').values(realm).execute()
}

export async function storeRealmSettings(
  db: Db,
  realmId: number,
  settings: Partial<RealmSettings>,
): Promise<void> {
  await db
    .updateTable('realms')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', realmId)
    .execute()
}

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

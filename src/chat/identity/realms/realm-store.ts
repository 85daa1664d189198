import type { Db } from '../../chat-platform.ts'
import { type Realm, realmOf } from './realm.ts'
import { defaultRealmSettings, type RealmSettings } from './realm-settings.ts'
import type { RealmsTable } from './realms-table.ts'

export async function findRealmByHost(db: Db, host: string): Promise<Realm | undefined> {
  const row = await db.selectFrom('realms').selectAll().where('host', '=', host).executeTakeFirst()
  return row && realmOf(row)
}

export async function findRealm(db: Db, id: number): Promise<Realm | undefined> {
  const row = await db.selectFrom('realms').selectAll().where('id', '=', id).executeTakeFirst()
  return row && realmOf(row)
}

/** Returns false if the host is taken, including by a concurrent creation. */
export async function insertRealm(db: Db, realm: RealmsTable): Promise<boolean> {
  const result = await db
    .insertInto('realms')
    .values(realm)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateRealm(
  db: Db,
  {
    id,
    name,
    description,
    settings,
    user_defaults,
  }: Pick<Realm, 'id' | 'name' | 'description' | 'settings' | 'user_defaults'>,
): Promise<void> {
  await db
    .updateTable('realms')
    .set({ name, description, settings: JSON.stringify(differing(settings)), user_defaults })
    .where('id', '=', id)
    .execute()
}

export async function storeRealmIcon(db: Db, realmId: number, url: string | null): Promise<void> {
  await db.updateTable('realms').set({ icon_url: url }).where('id', '=', realmId).execute()
}

export async function storeRealmState(
  db: Db,
  realmId: number,
  state: 'active' | 'deactivated',
): Promise<void> {
  const deactivated = state === 'deactivated' ? 1 : 0
  await db.updateTable('realms').set({ deactivated }).where('id', '=', realmId).execute()
}

function differing(settings: RealmSettings): Partial<RealmSettings> {
  const entries = Object.entries(settings)
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== defaultRealmSettings[name as keyof RealmSettings]),
  )
}

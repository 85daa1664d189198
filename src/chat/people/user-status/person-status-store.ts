import type { Db } from '../../chat.ts'
import type { PersonStatusesTable } from './person-statuses-table.ts'

export async function findPersonStatus(
  db: Db,
  realmId: number,
  userId: number,
): Promise<PersonStatusesTable | undefined> {
  return db
    .selectFrom('person_statuses')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function listPersonStatuses(db: Db, realmId: number): Promise<PersonStatusesTable[]> {
  return db
    .selectFrom('person_statuses')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('user_id')
    .execute()
}

export async function storePersonStatus(db: Db, row: PersonStatusesTable): Promise<void> {
  const { realm_id: _realm, user_id: _user, ...rest } = row
  await db
    .insertInto('person_statuses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id']).doUpdateSet(rest))
    .execute()
}

export async function deletePersonStatus(db: Db, realmId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('person_statuses')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
}

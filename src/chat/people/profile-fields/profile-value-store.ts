import type { Db } from '../../chat.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './profile-fields-table.ts'

export async function listProfileFields(db: Db, realmId: number): Promise<ProfileFieldsTable[]> {
  return db
    .selectFrom('profile_fields')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

export async function insertProfileField(db: Db, field: ProfileFieldsTable): Promise<void> {
  await db.insertInto('profile_fields').values(field).execute()
}

export async function listProfileValues(db: Db, realmId: number): Promise<ProfileValuesTable[]> {
  return db
    .selectFrom('profile_values')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('field_id')
    .execute()
}

export async function listProfileValuesOf(
  db: Db,
  realmId: number,
  userId: number,
): Promise<ProfileValuesTable[]> {
  return db
    .selectFrom('profile_values')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('field_id')
    .execute()
}

export async function storeProfileValue(db: Db, row: ProfileValuesTable): Promise<void> {
  await db
    .insertInto('profile_values')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'user_id', 'field_id'])
        .doUpdateSet({ value: row.value, rendered_value: row.rendered_value }),
    )
    .execute()
}

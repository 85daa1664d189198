import type { Db } from '../../chat-platform.ts'
import type { ProfileFieldsTable, ProfileValuesTable } from './profile-fields-table.ts'

export async function findProfileField(
  db: Db,
  realmId: number,
  id: number,
): Promise<ProfileFieldsTable | undefined> {
  return db
    .selectFrom('profile_fields')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateProfileField(
  db: Db,
  realmId: number,
  id: number,
  changes: Partial<ProfileFieldsTable>,
): Promise<void> {
  await db
    .updateTable('profile_fields')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** Also deletes all of its values. */
export async function deleteProfileField(db: Db, realmId: number, id: number): Promise<void> {
  await db.deleteFrom('profile_values').where('realm_id', '=', realmId).where('field_id', '=', id).execute()
  await db.deleteFrom('profile_fields').where('realm_id', '=', realmId).where('id', '=', id).execute()
}

export async function listValuesOfField(
  db: Db,
  realmId: number,
  fieldId: number,
): Promise<ProfileValuesTable[]> {
  return db
    .selectFrom('profile_values')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('field_id', '=', fieldId)
    .orderBy('user_id')
    .execute()
}

export async function deleteProfileValue(
  db: Db,
  key: Pick<ProfileValuesTable, 'realm_id' | 'user_id' | 'field_id'>,
): Promise<void> {
  await db
    .deleteFrom('profile_values')
    .where('realm_id', '=', key.realm_id)
    .where('user_id', '=', key.user_id)
    .where('field_id', '=', key.field_id)
    .execute()
}

import type { TelephonyDb } from '../../../telephony-platform.ts'
import type { PbxIntentsTable } from '../../pbx/pbx-tables.ts'

export type PbxIntent = PbxIntentsTable

/** Returns whether the extension was acquired. */
export async function insertIntent(db: TelephonyDb, intent: PbxIntent): Promise<boolean> {
  const inserted = await db
    .insertInto('pbx_intents')
    .values(intent)
    .onConflict((on) => on.doNothing())
    .returning('token')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findIntent(
  db: TelephonyDb,
  { company_id, instance_uuid, number }: Pick<PbxIntent, 'company_id' | 'instance_uuid' | 'number'>,
): Promise<PbxIntent | undefined> {
  return db
    .selectFrom('pbx_intents')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('instance_uuid', '=', instance_uuid)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function listIntents(db: TelephonyDb): Promise<PbxIntent[]> {
  return db.selectFrom('pbx_intents').selectAll().orderBy('created_at').limit(1000).execute()
}

/** Takes the intent over from its server, whose change then fails. False if another server was faster. */
export async function takeIntentOver(db: TelephonyDb, from: PbxIntent, to: PbxIntent): Promise<boolean> {
  const taken = await db
    .updateTable('pbx_intents')
    .set({ token: to.token, created_at: to.created_at })
    .where('company_id', '=', from.company_id)
    .where('instance_uuid', '=', from.instance_uuid)
    .where('number', '=', from.number)
    .where('token', '=', from.token)
    .returning('token')
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns whether it still existed with this token. */
export async function deleteIntent(db: TelephonyDb, intent: PbxIntent): Promise<boolean> {
  const deleted = await db
    .deleteFrom('pbx_intents')
    .where('company_id', '=', intent.company_id)
    .where('instance_uuid', '=', intent.instance_uuid)
    .where('number', '=', intent.number)
    .where('token', '=', intent.token)
    .returning('token')
    .executeTakeFirst()
  return deleted !== undefined
}

import type { TelephonyDb } from '../../../telephony-platform.ts'
import { type PbxIntentsTable, pbxIntentsTable } from '../../pbx/pbx-tables.ts'

export type PbxIntent = PbxIntentsTable

export async function listIntents(db: TelephonyDb): Promise<PbxIntent[]> {
  return db.selectFrom('pbx_intents').selectAll().orderBy('created_at').limit(1000).execute()
}

/** Takes the intent over from its server, whose change then fails. False if another server was faster. */
export async function takeIntentOver(db: TelephonyDb, from: PbxIntent, to: PbxIntent): Promise<boolean> {
  return (
    (await pbxIntentsTable.updateWhere(
      db,
      {
        company_id: from.company_id,
        instance_uuid: from.instance_uuid,
        number: from.number,
        token: from.token,
      },
      { token: to.token, created_at: to.created_at },
    )) > 0
  )
}

/** Returns whether it still existed with this token. */
export async function deleteIntent(db: TelephonyDb, intent: PbxIntent): Promise<boolean> {
  return (
    (await pbxIntentsTable.removeWhere(db, {
      company_id: intent.company_id,
      instance_uuid: intent.instance_uuid,
      number: intent.number,
      token: intent.token,
    })) > 0
  )
}

/** The intents of the same extensions, by any server. */
export async function findIntents(db: TelephonyDb, intents: readonly PbxIntent[]): Promise<PbxIntent[]> {
  return intents.length === 0 ? [] : pbxIntentsTable.list(db, placesOf(intents))
}

/** Returns how many still existed with their token. */
export async function deleteIntents(db: TelephonyDb, intents: readonly PbxIntent[]): Promise<number> {
  if (intents.length === 0) return 0
  return pbxIntentsTable.removeWhere(db, { ...placesOf(intents), token: intents[0]!.token })
}

/** They belong to one change of one instance. */
const placesOf = (intents: readonly PbxIntent[]) => ({
  company_id: intents[0]!.company_id,
  instance_uuid: intents[0]!.instance_uuid,
  number: intents.map(({ number }) => number),
})

import type { TelephonyDb } from '../../telephony-platform.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    received_recordings: ReceivedRecordingsTable
  }
}

/**
 * A recording that we have stored, and whose copy the PBX has yet to delete. Users may delete ours before that: it must
 * not come back.
 */
export interface ReceivedRecordingsTable {
  company_id: number
  name: string
}

export async function wasReceived(db: TelephonyDb, companyId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('received_recordings')
    .select('name')
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertReceived(db: TelephonyDb, companyId: number, name: string): Promise<void> {
  await db
    .insertInto('received_recordings')
    .values({ company_id: companyId, name })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Once the PBX has deleted its copy. */
export async function deleteReceived(db: TelephonyDb, companyId: number, name: string): Promise<void> {
  await db
    .deleteFrom('received_recordings')
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .execute()
}

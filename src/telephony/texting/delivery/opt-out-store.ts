import type { TelephonyDb } from '../../telephony-platform.ts'

export async function insertOptOut(
  db: TelephonyDb,
  companyId: number,
  number: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('texting_opt_outs')
    .values({ company_id: companyId, number, created_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function deleteOptOut(db: TelephonyDb, companyId: number, number: string): Promise<void> {
  await db
    .deleteFrom('texting_opt_outs')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .execute()
}

export async function hasOptedOut(db: TelephonyDb, companyId: number, number: string): Promise<boolean> {
  const row = await db
    .selectFrom('texting_opt_outs')
    .select('number')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row !== undefined
}

import type { TelephonyDb } from '../../telephony-platform.ts'

/** Returns whether they had not opted out before. */
export async function insertOptOut(
  db: TelephonyDb,
  companyId: number,
  number: string,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('texting_opt_outs')
    .values({ company_id: companyId, number, created_at: now, confirmation_id: null })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Number(added) > 0
}

export async function setConfirmation(
  db: TelephonyDb,
  companyId: number,
  number: string,
  messageId: string,
): Promise<void> {
  await db
    .updateTable('texting_opt_outs')
    .set({ confirmation_id: messageId })
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .execute()
}

export async function deleteOptOut(db: TelephonyDb, companyId: number, number: string): Promise<void> {
  await db
    .deleteFrom('texting_opt_outs')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .execute()
}

export async function findOptOut(
  db: TelephonyDb,
  companyId: number,
  number: string,
): Promise<{ confirmation_id: string | null } | undefined> {
  return db
    .selectFrom('texting_opt_outs')
    .select('confirmation_id')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .executeTakeFirst()
}

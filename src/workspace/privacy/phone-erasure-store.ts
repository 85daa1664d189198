import { sql } from 'kysely'
import type { TelephonyDb } from '../../telephony/telephony-platform.ts'

/** Takes the name of a user from some of their calls; the number stays. Returns from how many. */
export async function forgetNames(
  db: TelephonyDb,
  companyId: number,
  userId: string,
  limit: number,
): Promise<number> {
  const some = db
    .selectFrom('call_parties')
    .select(['call_id', 'role', 'address'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('name', '<>', '')
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('call_parties')
    .set({ name: '' })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`(call_id, role, address) in ${some}`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The audit trail says when the user, or something that names them, was changed; no longer how. */
export async function emptyAuditOf(db: TelephonyDb, companyId: number, contactId: string): Promise<void> {
  await db
    .updateTable('audit_entries')
    .set({ before: null, after: null })
    .where('company_id', '=', companyId)
    .where((where) =>
      where.or([
        where('subject_id', '=', contactId),
        where('before', 'like', `%${contactId}%`),
        where('after', 'like', `%${contactId}%`),
      ]),
    )
    .execute()
}

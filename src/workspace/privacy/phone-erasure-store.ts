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

/** Whether the user took part in a call with one of the others. */
export async function hasCallsWith(
  db: TelephonyDb,
  companyId: number,
  userId: string,
  others: readonly string[],
): Promise<boolean> {
  if (others.length === 0) return false
  const call = await db
    .selectFrom('call_parties as own')
    .innerJoin('call_parties as other', (join) =>
      join.onRef('other.company_id', '=', 'own.company_id').onRef('other.call_id', '=', 'own.call_id'),
    )
    .select('own.call_id')
    .where('own.company_id', '=', companyId)
    .where('own.user_id', '=', userId)
    .where('other.user_id', 'in', [...others])
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
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

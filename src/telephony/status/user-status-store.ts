import { isInJsonTexts } from '../../platform/database/statements/json-list.ts'
import type { TelephonyDb } from '../telephony-platform.ts'
import { type UserStatus, userStatusOf } from './user-status.ts'
import { userStatusesTable } from './user-status-tables.ts'

export async function findUserStatuses(
  db: TelephonyDb,
  companyId: number,
  userIds: readonly string[],
): Promise<Map<string, UserStatus>> {
  if (userIds.length === 0) return new Map()
  const rows = await userStatusesTable.list(db, { company_id: companyId, user_id: userIds })
  return new Map(rows.map((row) => [row.user_id, userStatusOf(row)]))
}

export async function putUserStatus(db: TelephonyDb, status: UserStatus): Promise<void> {
  const { company_id: _company, user_id: _user, created_at: _created, ...columns } = status
  await db
    .insertInto('user_statuses')
    .values(status)
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

const inCall = ['in_call', 'on_hold'] as const

/** Users with an extension in a call. */
export async function listUsersInCalls(
  db: TelephonyDb,
  companyId: number,
  userId?: string,
): Promise<Set<string>> {
  let query = db
    .selectFrom('extensions')
    .select('user_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('call_status', 'in', [...inCall])
    .where('user_id', 'is not', null)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return new Set((await query.execute()).map((row) => row.user_id!))
}

/** Those of the users with a registered phone. */
export async function listUsersWithPhone(
  db: TelephonyDb,
  companyId: number,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('extensions')
    .select('user_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where(isInJsonTexts(db, 'user_id', JSON.stringify(userIds)))
    .where('state', '=', 'AUTHENTICATED')
    .execute()
  return new Set(rows.map((row) => row.user_id!))
}

export interface StatusKey {
  company_id: number
  user_id: string
}

/** Users whose stored status says that they are in a call. */
export async function listNotedCalls(db: TelephonyDb, companyId?: number): Promise<StatusKey[]> {
  let query = db.selectFrom('user_statuses').select(['company_id', 'user_id']).where('on_call', '=', 1)
  if (companyId !== undefined) query = query.where('company_id', '=', companyId)
  return query.execute()
}

/** When the next status of any company is to be cleared, in epoch milliseconds. */
export async function findNextClearing(db: TelephonyDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_statuses')
    .select('clear_at')
    .where('clear_at', 'is not', null)
    .orderBy('clear_at')
    .limit(1)
    .executeTakeFirst()
  return row?.clear_at ?? undefined
}

/** The users whose statuses are to be cleared, by the time that they have chosen. */
export async function listDueClearings(db: TelephonyDb, now: number, limit: number): Promise<StatusKey[]> {
  return db
    .selectFrom('user_statuses')
    .select(['company_id', 'user_id'])
    .where('clear_at', '<=', now)
    .orderBy('clear_at')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

/** Deletes the statuses of deleted users. */
export async function deleteStrayStatuses(db: TelephonyDb, companyId: number): Promise<void> {
  await db
    .deleteFrom('user_statuses')
    .where('company_id', '=', companyId)
    .where('user_id', 'not in', (inner) =>
      inner.selectFrom('contacts').select('id').where('company_id', '=', companyId),
    )
    .execute()
}

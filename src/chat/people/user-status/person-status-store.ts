import type { Db } from '../../chat-platform.ts'

/** When the next status of any organization is to be cleared, in epoch seconds. */
export async function findNextClearing(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('person_statuses')
    .select('clear_at')
    .where('clear_at', 'is not', null)
    .orderBy('clear_at')
    .limit(1)
    .executeTakeFirst()
  return row?.clear_at ?? undefined
}

/** The people whose statuses are to be cleared, by the time that they have chosen. */
export async function listDueClearings(
  db: Db,
  now: number,
  limit: number,
): Promise<{ realm_id: number; id: number }[]> {
  return db
    .selectFrom('person_statuses')
    .select(['realm_id', 'user_id as id'])
    .where('clear_at', '<=', now)
    .orderBy('clear_at')
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

import { type RawBuilder, sql } from 'kysely'
import type { AnyHandle } from '../database/any-handle.ts'
import type { OutboxTable } from '../database/outbox-table.ts'
import { platformTables } from '../database/platform-tables.ts'
import { jsonIds, jsonTexts } from '../database/statements/json-list.ts'

export type EntryKey = Pick<OutboxTable, 'tenant_id' | 'id'>
export type Lane = Pick<OutboxTable, 'tenant_id' | 'kind' | 'lane'>
export type TenantChoice = { readonly only: readonly number[] } | { readonly except: readonly number[] }

const ROWS_AT_ONCE = 500

export async function insertEntries(db: AnyHandle, entries: readonly OutboxTable[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    await platformTables(db)
      .insertInto('outbox')
      .values(entries.slice(start, start + ROWS_AT_ONCE))
      .execute()
  }
}

/**
 * Whether an entry is the next one of its lane: it is due, nothing in its lane is being attempted, and no entry before
 * it is due or blocks it. An entry blocks those behind it until it has failed `blocksFor` times.
 */
const isNext = (now: number, blocksFor: number): RawBuilder<boolean> => sql`next_attempt_at <= ${now}
  and not exists (select 1 from outbox as other
    where other.tenant_id = outbox.tenant_id and other.kind = outbox.kind and other.lane = outbox.lane
    and (other.claimed_by is not null and other.next_attempt_at > ${now}
      or other.id < outbox.id and (other.next_attempt_at <= ${now}
        or other.attempts < ${blocksFor} and other.next_attempt_at is not null)))`

/** Lanes in which an entry can be attempted now, the longest overdue first. */
export async function listReadyLanes(
  db: AnyHandle,
  { kind, now, blocksFor }: { kind: string; now: number; blocksFor: number },
  tenants: TenantChoice,
  limit: number,
): Promise<Lane[]> {
  const chosen =
    'only' in tenants
      ? sql<boolean>`tenant_id in ${jsonIds(db, JSON.stringify(tenants.only))}`
      : sql<boolean>`tenant_id not in ${jsonIds(db, JSON.stringify(tenants.except))}`
  return platformTables(db)
    .selectFrom('outbox')
    .select(['tenant_id', 'kind', 'lane'])
    .where('kind', '=', kind)
    .where(isNext(now, blocksFor))
    .where(chosen)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims the next entry of a lane until some time. Undefined: there is none, or another server has it. */
export async function claimNext(
  db: AnyHandle,
  { tenant_id, kind, lane }: Lane,
  { now, blocksFor }: { now: number; blocksFor: number },
  claim: { holder: string; until: number },
): Promise<OutboxTable | undefined> {
  const outbox = platformTables(db)
  const next = await outbox
    .selectFrom('outbox')
    .select('id')
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .where(isNext(now, blocksFor))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  return outbox
    .updateTable('outbox')
    .set((set) => ({
      claimed_by: claim.holder,
      next_attempt_at: claim.until,
      attempts: set('attempts', '+', 1),
    }))
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirst()
}

/** Changes an entry that the holder has claimed. False if it was cancelled, or if another server has claimed it since. */
export async function changeClaimed(
  db: AnyHandle,
  { tenant_id, id }: EntryKey,
  holder: string,
  changes: Partial<OutboxTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await platformTables(db)
    .updateTable('outbox')
    .set(changes)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The same for an entry that is done. */
export async function deleteClaimed(
  db: AnyHandle,
  { tenant_id, id }: EntryKey,
  holder: string,
): Promise<boolean> {
  const { numDeletedRows } = await platformTables(db)
    .deleteFrom('outbox')
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteLane(db: AnyHandle, { tenant_id, kind, lane }: Lane): Promise<void> {
  await platformTables(db)
    .deleteFrom('outbox')
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .execute()
}

/** The entries of a kind that wait or are being attempted. */
export async function listQueued(
  db: AnyHandle,
  { tenant_id, kind }: Omit<Lane, 'lane'>,
): Promise<OutboxTable[]> {
  return platformTables(db)
    .selectFrom('outbox')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/** The waiting entries behind this one in its lane, in order. */
export async function listBehind(
  db: AnyHandle,
  { tenant_id, kind, lane, id }: OutboxTable,
): Promise<OutboxTable[]> {
  return platformTables(db)
    .selectFrom('outbox')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .where('id', '>', id)
    .where('next_attempt_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Of one tenant. */
export async function deleteEntries(db: AnyHandle, entries: readonly EntryKey[]): Promise<void> {
  const [first] = entries
  if (!first) return
  await platformTables(db)
    .deleteFrom('outbox')
    .where('tenant_id', '=', first.tenant_id)
    .where(sql<boolean>`id in ${jsonIds(db, JSON.stringify(entries.map(({ id }) => id)))}`)
    .execute()
}

/** Changes when the waiting entries of a lane are due. An attempt that is in flight goes on. */
export async function rescheduleLane(
  db: AnyHandle,
  { tenant_id, kind, lane }: Lane,
  at: number,
  reason: string | undefined,
): Promise<void> {
  const waiting = platformTables(db)
    .updateTable('outbox')
    .set({ next_attempt_at: at })
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .where('next_attempt_at', 'is not', null)
    .where('claimed_by', 'is', null)
  await (reason === undefined ? waiting : waiting.where('error', '=', reason)).execute()
}

/** The lanes in which at least this many entries wait. */
export async function listFullLanes(
  db: AnyHandle,
  { tenant_id, kind }: Omit<Lane, 'lane'>,
  lanes: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await platformTables(db)
    .selectFrom('outbox')
    .select('lane')
    .where('tenant_id', '=', tenant_id)
    .where('kind', '=', kind)
    .where('lane', 'in', jsonTexts(db, JSON.stringify(lanes)))
    .where('next_attempt_at', 'is not', null)
    .groupBy('lane')
    .having((build) => build.fn.countAll(), '>=', limit)
    .execute()
  return rows.map((row) => row.lane)
}

/** When the next entry that is not due yet will be. */
export async function findNextTime(db: AnyHandle, kind: string, now: number): Promise<number | undefined> {
  const row = await platformTables(db)
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('kind', '=', kind)
    .where('next_attempt_at', '>', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? undefined
}

/** The servers that had claimed these entries have died: the entries are due. With `all`, those that wait for a retry, too. */
export async function releaseEntries(db: AnyHandle, kind: string, now: number, all: boolean): Promise<void> {
  const waiting = platformTables(db)
    .updateTable('outbox')
    .set({ claimed_by: null, next_attempt_at: now })
    .where('kind', '=', kind)
    .where('next_attempt_at', 'is not', null)
  await (all ? waiting : waiting.where('claimed_by', 'is not', null)).execute()
}

/** Counts entries up to a limit, which is visible enough: those that wait, or those that were given up. */
export async function countEntries(
  db: AnyHandle,
  kind: string,
  state: 'waiting' | 'failed',
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from outbox where kind = ${kind}
    and next_attempt_at ${state === 'failed' ? sql`is null` : sql`is not null`} limit ${limit}) as found`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

export async function deleteFailedBefore(db: AnyHandle, before: number): Promise<void> {
  await platformTables(db)
    .deleteFrom('outbox')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** Without the key that encrypted them, they cannot be sent. Returns their number. */
export async function deleteSealedEntries(db: AnyHandle): Promise<number> {
  const { numDeletedRows } = await platformTables(db)
    .deleteFrom('outbox')
    .where('secret_sealed', 'is not', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

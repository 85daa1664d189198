import { randomUUID } from 'node:crypto'
import type { AnyHandle } from '../database/any-handle.ts'
import type { OutboxKind, OutboxPayloads, OutboxTable } from '../database/outbox-table.ts'
import { loadSequence, storeSequence } from '../database/sequence-store.ts'
import {
  changeClaimed,
  deleteClaimed,
  deleteLane,
  type EntryKey,
  insertEntries,
  listQueued,
  rescheduleLane,
} from './outbox-store.ts'

/** If a server dies, another one repeats its attempts after this time. Work that takes longer renews its claim. */
export const CLAIM_MS = 30_000

export interface NewEntry<Payload> {
  /** by default, a lane of its own */
  lane?: string
  payload: Payload
  /** encrypted by the caller */
  secretSealed?: string
  /** by default, now */
  dueAt?: number
}

/** An entry whose work its holder does. The worker does it if the holder releases the entry, or dies. */
export interface HeldEntry extends EntryKey {
  readonly kind: OutboxKind
  readonly holder: string
}

/** What an entry is about. Of entries with a common subject, one is worked on at a time. */
export type SubjectsOf<Payload> = (payload: Payload) => readonly string[]

/** The outbox within a transaction. Its worker is woken by the commit. */
export interface OutboxWriter {
  add<Kind extends OutboxKind>(kind: Kind, entry: NewEntry<OutboxPayloads[Kind]>): Promise<void>
  addAll<Kind extends OutboxKind>(
    kind: Kind,
    entries: readonly NewEntry<OutboxPayloads[Kind]>[],
  ): Promise<void>
  /** Entries of the lane are not attempted any more. An attempt that is in flight goes on. */
  cancel(kind: OutboxKind, lane: string): Promise<void>
  /** Makes the waiting entries of the lane due at another time: all, or those that wait for this reason. */
  reschedule(kind: OutboxKind, lane: string, at: number, reason?: string): Promise<void>
  /** Adds an entry that the caller holds, and that replaces all that it covers. Throws if there are other holders. */
  hold<Kind extends OutboxKind>(
    kind: Kind,
    payload: OutboxPayloads[Kind],
    subjectsOf: SubjectsOf<OutboxPayloads[Kind]>,
  ): Promise<HeldEntry>
  /** The work of a held entry is done. False: the claim has expired, and others have continued. */
  settle(entry: HeldEntry): Promise<boolean>
  /** Leaves the work of a held entry to the worker, at this time. False as above. */
  release(entry: HeldEntry, at: number): Promise<boolean>
}

/** When the next entry of each kind is due that a transaction has added. */
export type OutboxWakes = Partial<Record<string, number>>

interface Writing {
  db: AnyHandle
  tenant: number
  now: number
  /** collects what the worker has to know after the commit */
  wakes: OutboxWakes
  next(counter: string): Promise<number>
}

export function createOutboxWriter({ db, tenant, now, wakes, next }: Writing): OutboxWriter {
  const wakeAt = (kind: string, at: number) => {
    wakes[kind] = Math.min(at, wakes[kind] ?? at)
  }
  async function newRow(
    kind: string,
    { lane, payload, secretSealed, dueAt = now }: NewEntry<unknown>,
    holder: string | null = null,
  ): Promise<OutboxTable> {
    const id = await next('outbox')
    wakeAt(kind, dueAt)
    return {
      tenant_id: tenant,
      id,
      kind,
      lane: lane ?? `entry ${id}`,
      payload: JSON.stringify(payload),
      secret_sealed: secretSealed ?? null,
      attempts: 0,
      next_attempt_at: dueAt,
      claimed_by: holder,
      created_at: now,
      error: null,
    }
  }
  async function addAll(kind: string, entries: readonly NewEntry<unknown>[]): Promise<void> {
    const rows: OutboxTable[] = []
    for (const entry of entries) rows.push(await newRow(kind, entry))
    await insertEntries(db, rows)
  }
  return {
    add: (kind, entry) => addAll(kind, [entry]),
    addAll,
    cancel: (kind, lane) => deleteLane(db, { tenant_id: tenant, kind, lane }),
    async reschedule(kind, lane, at, reason) {
      await rescheduleLane(db, { tenant_id: tenant, kind, lane }, at, reason)
      wakeAt(kind, at)
    },
    async hold(kind, payload, subjectsOf) {
      const others = await listOverlapping(db, { tenant_id: tenant, kind }, payload, subjectsOf)
      for (const { row, isCovered } of others) {
        if (isClaimed(row, now)) throw new Error('Somebody else works on this.')
        if (isCovered) await deleteLane(db, row)
        // Its holder counts as dead. If it is not, it must not settle the entry any more.
        else if (row.claimed_by) await changeClaimed(db, row, row.claimed_by, { claimed_by: null })
      }
      const holder = randomUUID()
      const row = await newRow(kind, { payload, dueAt: now + CLAIM_MS }, holder)
      await insertEntries(db, [row])
      return { tenant_id: tenant, id: row.id, kind, holder }
    },
    settle: (entry) => deleteClaimed(db, entry, entry.holder),
    release(entry, at) {
      wakeAt(entry.kind, at)
      return changeClaimed(db, entry, entry.holder, { claimed_by: null, next_attempt_at: at })
    },
  }
}

/** The queued entries of the kind that have a subject in common with this payload. */
export async function listOverlapping<Payload>(
  db: AnyHandle,
  kind: Pick<OutboxTable, 'tenant_id' | 'kind'>,
  payload: Payload,
  subjectsOf: SubjectsOf<Payload>,
): Promise<{ row: OutboxTable; isCovered: boolean }[]> {
  const given = new Set(subjectsOf(payload))
  return (await listQueued(db, kind)).flatMap((row) => {
    const theirs = subjectsOf(JSON.parse(row.payload))
    const common = theirs.filter((subject) => given.has(subject))
    return common.length === 0 ? [] : { row, isCovered: common.length === theirs.length }
  })
}

/** Whether somebody works on the entry, as far as can be known. */
export const isClaimed = (row: Pick<OutboxTable, 'claimed_by' | 'next_attempt_at'>, now: number) =>
  row.claimed_by !== null && row.next_attempt_at !== null && row.next_attempt_at > now

/** For maintenance while no server runs. The next server does the work. */
export function outboxOfTenant(db: AnyHandle, tenant: number): OutboxWriter {
  async function next(counter: string) {
    const value = (await loadSequence(db, tenant, counter)) + 1
    await storeSequence(db, tenant, counter, value)
    return value
  }
  return createOutboxWriter({ db, tenant, now: 0, wakes: {}, next })
}

import type { AnyHandle } from '../database/any-handle.ts'
import type { OutboxKind, OutboxPayloads } from '../database/outbox-table.ts'
import { loadSequence, storeSequence } from '../database/sequence-store.ts'
import { deleteLane, insertEntries, rescheduleLane } from './outbox-store.ts'

export interface NewEntry<Payload> {
  /** by default, a lane of its own */
  lane?: string
  payload: Payload
  /** encrypted by the caller */
  secretSealed?: string
  /** by default, now */
  dueAt?: number
}

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
  async function addAll(kind: string, entries: readonly NewEntry<unknown>[]): Promise<void> {
    const rows = []
    for (const { lane, payload, secretSealed = null, dueAt = now } of entries) {
      const id = await next('outbox')
      rows.push({
        tenant_id: tenant,
        id,
        kind,
        lane: lane ?? `entry ${id}`,
        payload: JSON.stringify(payload),
        secret_sealed: secretSealed,
        attempts: 0,
        next_attempt_at: dueAt,
        claimed_by: null,
        created_at: now,
        error: null,
      })
      wakeAt(kind, dueAt)
    }
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
  }
}

/** For maintenance while no server runs. The next server does the work. */
export function outboxOfTenant(db: AnyHandle, tenant: number): OutboxWriter {
  async function next(counter: string) {
    const value = (await loadSequence(db, tenant, counter)) + 1
    await storeSequence(db, tenant, counter, value)
    return value
  }
  return createOutboxWriter({ db, tenant, now: 0, wakes: {}, next })
}

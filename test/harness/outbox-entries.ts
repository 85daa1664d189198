import { expect, vi } from 'vitest'
import type { AnyHandle } from '../../src/platform/database/any-handle.ts'
import type { OutboxKind } from '../../src/platform/database/outbox-table.ts'
import { platformTables } from '../../src/platform/database/platform-tables.ts'
import type { TestClock } from './test-clock.ts'

const soon = { timeout: 40_000, interval: 10 }

const entries = (read: AnyHandle, kind: OutboxKind) =>
  platformTables(read).selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('id')

/** The entries of a kind that wait or are being attempted, in order. */
export const entriesOf = ({ read }: { read: AnyHandle }, kind: OutboxKind) =>
  entries(read, kind).where('next_attempt_at', 'is not', null).execute()

/** Waits until nothing of a kind is left to do. */
export const untilDone = (database: { read: AnyHandle }, kind: OutboxKind) =>
  vi.waitFor(async () => expect(await entriesOf(database, kind)).toEqual([]), soon)

/**
 * Ten seconds pass, in which the claim on the only entry of a kind is renewed. It must have been claimed after
 * `vi.useFakeTimers({ toFake: ['setInterval'] })`.
 */
export async function passTenSeconds(clock: TestClock, database: { read: AnyHandle }, kind: OutboxKind) {
  clock.advance(10)
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(async () => {
    const [entry] = await entriesOf(database, kind)
    expect(entry!.next_attempt_at).toBeGreaterThan(clock.now() + 25_000)
  }, soon)
}

/** Those that were given up. */
export const failedEntriesOf = ({ read }: { read: AnyHandle }, kind: OutboxKind) =>
  entries(read, kind).where('next_attempt_at', 'is', null).execute()

/** An entry that waits for its next attempt. */
export const afterAttempts = (attempts: number) => ({ attempts, claimed_by: null })

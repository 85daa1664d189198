import { expect, vi } from 'vitest'
import type { AnyHandle } from '../../src/platform/database/any-handle.ts'
import type { OutboxKind } from '../../src/platform/database/outbox-table.ts'
import { platformTables } from '../../src/platform/database/platform-tables.ts'

const entries = (read: AnyHandle, kind: OutboxKind) =>
  platformTables(read).selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('id')

/** The entries of a kind that wait or are being attempted, in order. */
export const entriesOf = ({ read }: { read: AnyHandle }, kind: OutboxKind) =>
  entries(read, kind).where('next_attempt_at', 'is not', null).execute()

/** Waits until nothing of a kind is left to do. */
export const untilDone = (database: { read: AnyHandle }, kind: OutboxKind) =>
  vi.waitFor(async () => expect(await entriesOf(database, kind)).toEqual([]), {
    timeout: 10_000,
    interval: 10,
  })

/** Those that were given up. */
export const failedEntriesOf = ({ read }: { read: AnyHandle }, kind: OutboxKind) =>
  entries(read, kind).where('next_attempt_at', 'is', null).execute()

/** An entry that waits for its next attempt. */
export const afterAttempts = (attempts: number) => ({ attempts, claimed_by: null })

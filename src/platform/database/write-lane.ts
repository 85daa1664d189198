import { type Kysely, sql } from 'kysely'
import type { Sequence, With, WriteBatch, WriteJob } from './database.ts'
import { loadSequence, storeSequence } from './sequence-store.ts'

export type WriteLane<Tables> = <T>(job: WriteJob<Tables, T>) => Promise<T>

/** So many jobs share one commit at the most: bounds how long the first of them waits. */
const JOBS_PER_COMMIT = 256

/**
 * Group commit. Jobs run one after another in one transaction, each in a savepoint of its own, and share
 * one commit: durability costs one sync for all who came while the last commit was under way.
 */
export function createWriteLane<Tables>(
  db: Kysely<With<Tables>>,
  begin: 'begin' | 'begin immediate',
  gather: () => Promise<void>,
): WriteLane<Tables> {
  const waiting: Waiting<Tables>[] = []
  let running = false

  async function drain() {
    running = true
    while (waiting.length > 0) {
      // Gives requests that have already arrived the time to join the batch.
      await gather()
      const jobs = waiting.splice(0, JOBS_PER_COMMIT)
      try {
        await db.connection().execute((connection) => runBatch(connection, begin, jobs))
      } catch (error) {
        for (const job of jobs) job.reject(error)
      }
    }
    running = false
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({
        job: job as WriteJob<Tables, unknown>,
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      if (!running) void drain()
    })
}

interface Waiting<Tables> {
  job: WriteJob<Tables, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

const savepoint = sql`savepoint job`
const release = sql`release savepoint job`
const rollbackToSavepoint = sql`rollback to savepoint job`

async function runBatch<Tables>(
  db: Kysely<With<Tables>>,
  begin: 'begin' | 'begin immediate',
  jobs: Waiting<Tables>[],
): Promise<void> {
  const sequences = new Map<string, HeldSequence>()
  const batch: WriteBatch<Tables> = {
    db,
    async sequence(tenant, name) {
      const key = `${tenant}:${name}`
      let held = sequences.get(key)
      if (!held) {
        const value = await loadSequence(db, tenant, name)
        held = { tenant, name, value, stored: value }
        sequences.set(key, held)
      }
      return held
    },
  }
  const settled: (() => void)[] = []
  await sql.raw(begin).execute(db)
  try {
    for (const waiting of jobs) {
      const before = [...sequences.values()].map((held) => [held, held.value] as const)
      await savepoint.execute(db)
      try {
        const result = await waiting.job.work(batch)
        await release.execute(db)
        settled.push(() => {
          waiting.job.committed?.()
          waiting.resolve(result)
        })
      } catch (error) {
        await rollbackToSavepoint.execute(db)
        for (const held of sequences.values()) held.value = held.stored
        for (const [held, value] of before) held.value = value
        settled.push(() => waiting.reject(error))
      }
    }
    for (const held of sequences.values()) {
      if (held.value !== held.stored) await storeSequence(db, held.tenant, held.name, held.value)
    }
    await sql`commit`.execute(db)
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
  for (const settle of settled) settle()
}

interface HeldSequence extends Sequence {
  tenant: number
  name: string
  stored: number
}

import type { Kysely } from 'kysely'
import type { CommitListener, With, WriteJob } from './database.ts'
import { type BatchWay, type LaneJob, runBatch } from './run-batch.ts'

export type WriteLane<Tables> = <T>(job: WriteJob<Tables, T>) => Promise<T>

/** So many jobs share one commit at the most: bounds how long the first of them waits. */
const JOBS_PER_COMMIT = 256

export interface LaneOptions extends BatchWay {
  /** Gives requests that have already arrived the time to join the batch. */
  gather(): Promise<void>
  committed?: CommitListener
}

/**
 * Group commit. Jobs run one after another in one transaction and share its commit: durability costs one
 * sync for all who came while the last commit was under way.
 */
export function createWriteLane<Tables>(
  db: Kysely<With<Tables>>,
  { gather, committed, ...way }: LaneOptions,
): WriteLane<Tables> {
  const waiting: LaneJob<Tables>[] = []
  let running = false

  async function drain() {
    running = true
    while (waiting.length > 0) {
      await gather()
      const jobs = waiting.splice(0, JOBS_PER_COMMIT)
      const began = performance.now()
      try {
        await db.connection().execute((connection) => runBatch(connection, way, jobs))
        committed?.(jobs.length, (performance.now() - began) / 1000)
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

import type { Kysely } from 'kysely'
import type { CommitListener, With, WriteJob } from './database.ts'
import { BatchLost, type BatchWay, type LaneJob, type LaneState, needCounter, runBatch } from './run-batch.ts'

export type WriteLane<Tables> = <T>(job: WriteJob<Tables, T>) => Promise<T>

/** So many jobs share one commit at the most: bounds how long the first of them waits, and what follows is prepared meanwhile. */
const JOBS_PER_COMMIT = 64
const BATCHES_IN_A_ROW = 8
/** A node that gets too little processor time may lose a batch, but hardly that often. */
const MOST_TRIES = 5

export interface LaneOptions extends BatchWay {
  committed?: CommitListener
  /** Each time a batch was tried often enough: its connection was lost again and again. */
  gaveUp?(): void
}

/**
 * Group commit. Jobs run one after another in one transaction and share its commit: durability costs one
 * sync for all who came while the last commit was under way.
 */
export function createWriteLane<Tables>(
  db: Kysely<With<Tables>>,
  { committed, gaveUp, ...way }: LaneOptions,
): WriteLane<Tables> {
  const waiting: LaneJob<Tables>[] = []
  let running = false
  let inARow = 0
  const state: LaneState = { counters: new Map(), wanted: [], begun: undefined, isCommitting: false }

  /** The thread that commits goes on with the next batch, instead of waiting until we have heard of the last one. */
  function beginEarly(): void {
    if (!way.beginsEarly || !state.isCommitting || state.begun) return
    // Now and then another process that wants to write finds nobody in its way.
    if (inARow >= BATCHES_IN_A_ROW) return
    inARow += 1
    state.begun = way.begin(db, undefined)
    // Whoever needs it asks for the reason.
    state.begun.catch(() => {})
  }

  async function drain() {
    running = true
    let tries = 0
    while (waiting.length > 0) {
      let jobs: readonly LaneJob<Tables>[] = []
      const take = (most = JOBS_PER_COMMIT) => {
        jobs = waiting.splice(0, most)
        return jobs
      }
      const queue = {
        get needCounter() {
          return needCounter(waiting)
        },
        take,
      }
      const began = performance.now()
      try {
        const settled = await db.connection().execute((connection) => runBatch(connection, way, queue, state))
        tries = 0
        // It was long enough for the others.
        waiting.unshift(...jobs.slice(settled.length))
        for (const job of settled) job.committed?.()
        const tell = () => {
          for (const job of settled) job.tell()
        }
        // Those who wait are answered while the next batch is being written, not before it.
        if (state.begun) {
          setImmediate(tell)
        } else {
          inARow = 0
          tell()
        }
        committed?.(settled.length, (performance.now() - began) / 1000)
      } catch (error) {
        tries += 1
        if (error instanceof BatchLost && tries < MOST_TRIES) {
          waiting.unshift(...jobs)
          continue
        }
        if (error instanceof BatchLost) gaveUp?.()
        tries = 0
        // It may not even have begun.
        for (const job of jobs.length > 0 ? jobs : take())
          job.reject(error instanceof BatchLost ? error.cause : error)
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
      if (running) beginEarly()
      else void drain()
    })
}

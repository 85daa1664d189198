import type { Kysely } from 'kysely'
import { currentScope, runInScope, runOutsideScopes } from '../../logging/scope.ts'
import { beginSpan } from '../../telemetry/spans.ts'
import type { CommitListener, With, WriteJob } from '../database.ts'
import {
  BatchLost,
  type BatchOptions,
  needCounter,
  type QueuedJob,
  type QueueState,
  runBatch,
} from './run-batch.ts'

export type WriteQueue<Tables> = <T>(job: WriteJob<Tables, T>) => Promise<T>

/**
 * At most this many jobs share a commit. It bounds how long the first of them waits; later jobs are prepared meanwhile.
 */
const JOBS_PER_COMMIT = 64
const BATCHES_IN_A_ROW = 8
/** A node with too little CPU time may lose a batch, but hardly this often in a row. */
const MAX_ATTEMPTS = 5

export interface WriteQueueOptions extends BatchOptions {
  committed?: CommitListener
  /** Called when a batch has failed for good: its connection was lost at every attempt. */
  gaveUp?(): void
}

/**
 * Group commit. Jobs run one after another in one transaction and share its commit: one sync makes all jobs durable
 * that arrived while the previous commit was in flight.
 */
export function createWriteQueue<Tables>(
  db: Kysely<With<Tables>>,
  { committed, gaveUp, ...options }: WriteQueueOptions,
): WriteQueue<Tables> {
  const waiting: QueuedJob<Tables>[] = []
  let running = false
  let inARow = 0
  const state: QueueState = { counters: new Map(), needed: [], begun: undefined, isCommitting: false }

  /**
   * The committing thread continues with the next batch instead of waiting until we have received the result of the
   * last one.
   */
  function beginEarly(): void {
    if (!options.beginsEarly || !state.isCommitting || state.begun) return
    // Leave a gap now and then, in which another process can write.
    if (inARow >= BATCHES_IN_A_ROW) return
    inARow += 1
    state.begun = options.begin(db, undefined)
    // The batch that uses it handles the error.
    state.begun.catch(() => {})
  }

  async function drain() {
    running = true
    let attempts = 0
    while (waiting.length > 0) {
      let jobs: readonly QueuedJob<Tables>[] = []
      const take = (most = JOBS_PER_COMMIT) => {
        jobs = waiting.splice(0, most)
        return jobs
      }
      const queuedJobs = {
        get needCounter() {
          return needCounter(waiting)
        },
        take,
      }
      const began = performance.now()
      try {
        const settled = await db
          .connection()
          .execute((connection) => runBatch(connection, options, queuedJobs, state))
        attempts = 0
        // The batch stopped early: the remaining jobs go into the next one.
        waiting.unshift(...jobs.slice(settled.length))
        for (const job of settled) job.committed?.()
        const settleAll = () => {
          for (const job of settled) job.settle()
        }
        // Resolve the callers while the next batch is being written, not before it.
        if (state.begun) {
          setImmediate(settleAll)
        } else {
          inARow = 0
          settleAll()
        }
        committed?.(settled.length, (performance.now() - began) / 1000)
      } catch (error) {
        attempts += 1
        if (error instanceof BatchLost && attempts < MAX_ATTEMPTS) {
          waiting.unshift(...jobs)
          continue
        }
        if (error instanceof BatchLost) gaveUp?.()
        attempts = 0
        // The batch may have failed before it took its jobs.
        for (const job of jobs.length > 0 ? jobs : take())
          job.reject(error instanceof BatchLost ? error.cause : error)
      }
    }
    running = false
  }

  return (job) =>
    new Promise((settle, refuse) => {
      const [resolve, reject] = traced(settle, refuse)
      waiting.push({
        job: inScopeOf(job as WriteJob<Tables, unknown>),
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      if (running) beginEarly()
      else void runOutsideScopes(drain)
    })
}

/** A span from when the job is queued until its batch is committed. */
function traced<T>(
  settle: (value: T) => void,
  refuse: (error: unknown) => void,
): [(value: T) => void, (error: unknown) => void] {
  const span = beginSpan('internal')
  if (!span) return [settle, refuse]
  const ended =
    <Value>(next: (value: Value) => void, hasFailed: boolean) =>
    (value: Value) => {
      span.end('database write', {}, hasFailed)
      next(value)
    }
  return [ended(settle, false), ended(refuse, true)]
}

/** The batch that does it was begun for another one. */
function inScopeOf<Tables>(job: WriteJob<Tables, unknown>): WriteJob<Tables, unknown> {
  const scope = currentScope()
  return scope ? { ...job, work: (batch) => runInScope(scope, () => job.work(batch)) } : job
}

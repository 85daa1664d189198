import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import type { AnyHandle } from '../any-handle.ts'
import type { Handle, Sequence, With, WriteJob } from '../database.ts'
import { loadSequence, lockSequences, storeSequence } from '../sequence-store.ts'
import { isConnectionLost } from './connection-lost.ts'
import { type DeferredWrites, deferWrites } from './deferred-writes.ts'

/** More are not worth their memory. */
const COUNTERS_KEPT = 10_000

export interface BatchOptions {
  begin(connection: AnyHandle, deferred: DeferredWrites | undefined): Promise<Begun>
  /** Whether `begin` may be called while the previous commit is in flight. */
  beginsEarly?: boolean
  /** Defers the writes of one attempt, on its connection. */
  defer(connection: AnyHandle): Promise<DeferredWrites>
  /**
   * The counter that a batch locks before anything else, since jobs of other processes may lock it after what we have
   * locked. A single job that takes no counter does without it.
   */
  firstCounter?: { tenant: number; name: string }
}

/** A transaction that has begun. */
export interface Begun {
  /** No other process has written since our last transaction: the cached counters are valid. */
  isAlone: boolean
}

/** The queued jobs that no batch has taken yet. */
export interface WaitingJobs<Tables> {
  /** Whether a batch of these jobs has to lock the first counter. */
  readonly needCounter: boolean
  take(most?: number): readonly QueuedJob<Tables>[]
}

export interface QueuedJob<Tables> {
  job: WriteJob<Tables, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** State that a queue carries from one batch to the next. */
export interface QueueState {
  readonly counters: Counters
  /** names of the counters that the last batch locked together with the first one */
  needed: readonly string[]
  /** a transaction that was begun while the previous batch was being committed */
  begun: Promise<Begun> | undefined
  isCommitting: boolean
}

/**
 * The connection was lost before the commit was sent: nothing is stored, and the batch can run again on another
 * connection.
 */
export class BatchLost extends Error {}

/** Called in this order after the commit: all `committed` first, to update memory. */
export interface Settled {
  committed?(): void
  settle(): void
}

/**
 * Runs jobs in one transaction. Nearly every job that fails does so during its checks, before it has written anything:
 * there is nothing to undo and the others continue. Only when a job fails later does the batch start over, with a
 * savepoint around each job.
 *
 * The batch takes its jobs after it has locked the first counter, so jobs that arrive until then take part. While
 * another process writes for the same tenant, that may be many.
 */
export async function runBatch<Tables>(
  db: Kysely<With<Tables>>,
  options: BatchOptions,
  waiting: WaitingJobs<Tables>,
  state: QueueState,
): Promise<Settled[]> {
  let taken: readonly QueuedJob<Tables>[] | undefined
  const jobs: WaitingJobs<Tables> = {
    get needCounter() {
      return taken ? needCounter(taken) : waiting.needCounter
    },
    take(most) {
      taken ??= waiting.take(most)
      return taken
    },
  }
  return untilNoDeadlock(
    async () =>
      (await attempt(db, options, jobs, state, false)) ?? (await attempt(db, options, jobs, state, true))!,
  )
}

export const needCounter = (jobs: readonly { job: { takesCounter?: boolean } }[]) =>
  jobs.length > 1 || jobs.some(({ job }) => job.takesCounter === true)

const MAX_ATTEMPTS = 5

/** After this time a batch takes no further job: other nodes wait for the counters that it has locked. */
const MAX_BATCH_MS = 250

/** PostgreSQL rolled our transaction back to resolve a deadlock: run it again. */
export async function untilNoDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || attempts === MAX_ATTEMPTS) throw error
    }
  }
}

/** Returns how to settle the callers' promises, or undefined when the batch needs savepoints. */
async function attempt<Tables>(
  connection: Kysely<With<Tables>>,
  options: BatchOptions,
  waiting: WaitingJobs<Tables>,
  state: QueueState,
  careful: boolean,
): Promise<Settled[] | undefined> {
  const { counters } = state
  const counter = new WriteCounter()
  const db = connection.withPlugin(counter)
  const sequences = new HeldSequences<Tables>(db, counters)
  const batch = { db, sequence: (tenant: number, name: string) => sequences.get(tenant, name) }
  const settled: Settled[] = []
  const deferred = careful ? undefined : await options.defer(connection)
  if (deferred) deferWrites(db, deferred)
  async function undo(): Promise<undefined> {
    deferred?.drop()
    counters.clear()
    await sql`rollback`.execute(db)
  }
  const { isAlone } =
    (await begunEarly(state)) ?? (await options.begin(connection, deferred).catch(throwLost))
  if (!isAlone) counters.clear()
  try {
    const first = waiting.needCounter ? options.firstCounter : undefined
    if (first) await sequences.takeFirst(first.tenant, first.name, state.needed)
    const jobs = waiting.take(first || !options.firstCounter ? undefined : 1)
    const began = performance.now()
    for (const { job, resolve, reject } of jobs) {
      if (settled.length > 0 && performance.now() - began > MAX_BATCH_MS) break
      const values = sequences.snapshot()
      if (careful) await sql`savepoint job`.execute(db)
      counter.writes = 0
      const deferredBefore = deferred?.count
      try {
        const result = await job.work(batch)
        settled.push({ committed: () => job.committed?.(), settle: () => resolve(result) })
      } catch (error) {
        if (isDeadlock(error) || isConnectionLost(error)) throw error
        if (careful) await sql`rollback to savepoint job`.execute(db)
        else if (counter.writes > 0 || deferred?.count !== deferredBefore || isDatabaseError(error)) {
          return await undo()
        }
        sequences.restore(values)
        settled.push({ settle: () => reject(error) })
      }
      if (careful) await sql`release savepoint job`.execute(db)
      // The job may have caught an error that another one caused.
      if (deferred?.failed) return await undo()
    }
    await sequences.store()
    deferred?.end()
    state.isCommitting = true
    await sql`commit`.execute(db)
    state.isCommitting = false
    sequences.keep()
    if (first) state.needed = sequences.namesOf(first.tenant)
  } catch (error) {
    const isInDoubt = state.isCommitting && !deferred?.failed && !wasNotSent(error)
    state.isCommitting = false
    await undo().catch(() => {})
    // It was begun on the transaction that has just been rolled back.
    await begunEarly(state)
    if (!isInDoubt && isConnectionLost(error)) throwLost(error)
    if (deferred?.failed) return undefined
    throw error
  }
  return settled
}

function throwLost(error: unknown): never {
  throw isConnectionLost(error) ? new BatchLost('the connection was lost', { cause: error }) : error
}

/** The session had ended before PostgreSQL read the commit (25P03: idle for too long), or before the driver sent it. */
const wasNotSent = (error: unknown) => {
  const { code, message } = error as { code?: unknown; message?: string }
  return (
    code === '25P03' || (code === undefined && /^Client (has encountered|was closed)/.test(message ?? ''))
  )
}

/** undefined: none was begun, or that failed, and the next attempt will show why. */
async function begunEarly(state: QueueState): Promise<Begun | undefined> {
  const begun = state.begun
  state.begun = undefined
  return begun?.catch(() => undefined)
}

const isDeadlock = (error: unknown) => (error as { code?: unknown } | undefined)?.code === '40P01'

/** After an error PostgreSQL rejects everything until the transaction or savepoint is rolled back. */
const isDatabaseError = (error: unknown) => typeof error === 'object' && error !== null && 'severity' in error

class WriteCounter implements KyselyPlugin {
  writes = 0

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    if (result.numAffectedRows !== undefined) this.writes += 1
    return result
  }
}

interface Held extends Sequence {
  readonly tenant: number
  readonly name: string
  stored: number
}

/** The values of counters at the last commit, valid while no other process can have changed them. */
type Counters = Map<string, number>

/** The counters that a batch has locked: loaded at first use, written back once before the commit. */
class HeldSequences<Tables> {
  readonly #db: Handle<Tables>
  readonly #counters: Counters
  readonly #held = new Map<string, Held>()

  constructor(db: Handle<Tables>, counters: Counters) {
    this.#db = db
    this.#counters = counters
  }

  async get(tenant: number, name: string): Promise<Sequence> {
    const key = `${tenant}:${name}`
    return (
      this.#held.get(key) ??
      this.#hold(tenant, name, this.#counters.get(key) ?? (await loadSequence(this.#db, tenant, name)))
    )
  }

  /** Locks the counter that guards all others of its tenant, and loads the ones that will be needed. */
  async takeFirst(tenant: number, name: string, needed: Iterable<string>): Promise<void> {
    const others = [...needed].filter((other) => other !== name)
    const found = await lockSequences(this.#db, tenant, name, others)
    for (const [each, value] of found) this.#hold(tenant, each, value)
    if (!found.has(name)) await this.get(tenant, name)
  }

  /** The names of a tenant's locked counters. */
  namesOf(tenant: number): string[] {
    return [...this.#held.values()].filter((held) => held.tenant === tenant).map(({ name }) => name)
  }

  #hold(tenant: number, name: string, value: number): Held {
    const held = { tenant, name, value, stored: value }
    this.#held.set(`${tenant}:${name}`, held)
    return held
  }

  /** For a job that may fail: its numbers are reused, so that there are no gaps. */
  snapshot(): ReadonlyMap<Held, number> {
    return new Map([...this.#held.values()].map((held) => [held, held.value]))
  }

  restore(values: ReadonlyMap<Sequence, number>): void {
    for (const [key, held] of this.#held) {
      const value = values.get(held)
      // Locked by the failed job itself: its rollback may have removed the counter's row.
      if (value === undefined) this.#held.delete(key)
      else held.value = value
    }
  }

  async store(): Promise<void> {
    for (const held of this.#held.values()) {
      if (held.value !== held.stored) await storeSequence(this.#db, held.tenant, held.name, held.value)
    }
  }

  /** Called after the commit. */
  keep(): void {
    if (this.#counters.size > COUNTERS_KEPT) this.#counters.clear()
    for (const [key, held] of this.#held) this.#counters.set(key, held.value)
  }
}

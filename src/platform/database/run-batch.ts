import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { isConnectionLost } from './connection-lost.ts'
import type { With, WriteJob } from './database.ts'
import { type DeferredWrites, deferWrites } from './deferred-writes.ts'
import { type Counters, HeldSequences } from './held-sequences.ts'

export interface BatchWay {
  // biome-ignore lint/suspicious/noExplicitAny: handles of all products
  begin(connection: Kysely<any>, deferred: DeferredWrites | undefined): Promise<Begun>
  /** Whether `begin` can be called while the commit before it is under way. */
  beginsEarly?: boolean
  /** For one attempt, on its connection. */
  // biome-ignore lint/suspicious/noExplicitAny: handles of all products
  defer(connection: Kysely<any>): Promise<DeferredWrites>
  /**
   * What a batch takes before anything else, since jobs of other processes may take it after what we have. A single job
   * that takes no counter goes without.
   */
  firstCounter?: { tenant: number; name: string }
}

/** A transaction that has begun. */
export interface Begun {
  /** Nobody else has written since our last one: the counters that it left still hold. */
  isAlone: boolean
}

/** The jobs of a lane that no batch has taken yet. */
export interface WaitingJobs<Tables> {
  /** Whether a batch of them has to take the first counter. */
  readonly needCounter: boolean
  take(most?: number): readonly LaneJob<Tables>[]
}

export interface LaneJob<Tables> {
  job: WriteJob<Tables, unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** What goes from one batch of a lane to the next. */
export interface LaneState {
  readonly counters: Counters
  /** names of the counters that the last batch took together with the first one */
  wanted: readonly string[]
  /** while the batch before was being committed */
  begun: Promise<Begun> | undefined
  isCommitting: boolean
}

/** The connection was lost before the commit was sent: nothing is stored, and the batch can be run again on another one. */
export class BatchLost extends Error {}

/** To be called in this order when the batch is committed: first everything that memory has to know. */
export interface Settled {
  committed?(): void
  tell(): void
}

/**
 * Runs jobs in one transaction. Nearly every job that fails does so while it still checks, before it has
 * written anything: then there is nothing to undo and the others go on. Only when one fails later does the
 * batch start anew, with a savepoint around each job.
 *
 * The batch takes its jobs after it has locked the first counter, so jobs that arrive until then take part. While another
 * process writes for the same tenant, that may be many.
 */
export async function runBatch<Tables>(
  db: Kysely<With<Tables>>,
  way: BatchWay,
  waiting: WaitingJobs<Tables>,
  state: LaneState,
): Promise<Settled[]> {
  let taken: readonly LaneJob<Tables>[] | undefined
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
    async () => (await attempt(db, way, jobs, state, false)) ?? (await attempt(db, way, jobs, state, true))!,
  )
}

export const needCounter = (jobs: readonly { job: { takesCounter?: boolean } }[]) =>
  jobs.length > 1 || jobs.some(({ job }) => job.takesCounter === true)

const MOST_TRIES = 5

/** After so long a batch takes no further job: other nodes wait for the counters that it holds. */
const LONG_MS = 250

/** PostgreSQL undid everything of ours so that another process could go on: then it is our turn again. */
export async function untilNoDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isDeadlock(error) || tries === MOST_TRIES) throw error
    }
  }
}

/** Answers with what to tell the callers, or undefined when only savepoints can help. */
async function attempt<Tables>(
  connection: Kysely<With<Tables>>,
  way: BatchWay,
  waiting: WaitingJobs<Tables>,
  state: LaneState,
  careful: boolean,
): Promise<Settled[] | undefined> {
  const { counters } = state
  const counter = new WriteCounter()
  const db = connection.withPlugin(counter)
  const sequences = new HeldSequences<Tables>(db, counters)
  const batch = { db, sequence: (tenant: number, name: string) => sequences.get(tenant, name) }
  const settled: Settled[] = []
  const deferred = careful ? undefined : await way.defer(connection)
  if (deferred) deferWrites(db, deferred)
  async function undo(): Promise<undefined> {
    deferred?.drop()
    counters.clear()
    await sql`rollback`.execute(db)
  }
  const { isAlone } = (await begunEarly(state)) ?? (await way.begin(connection, deferred).catch(throwLost))
  if (!isAlone) counters.clear()
  try {
    const first = waiting.needCounter ? way.firstCounter : undefined
    if (first) await sequences.takeFirst(first.tenant, first.name, state.wanted)
    const jobs = waiting.take(first || !way.firstCounter ? undefined : 1)
    const began = performance.now()
    for (const { job, resolve, reject } of jobs) {
      if (settled.length > 0 && performance.now() - began > LONG_MS) break
      const values = sequences.remember()
      if (careful) await sql`savepoint job`.execute(db)
      counter.writes = 0
      const deferredBefore = deferred?.count
      try {
        const result = await job.work(batch)
        settled.push({ committed: () => job.committed?.(), tell: () => resolve(result) })
      } catch (error) {
        if (isDeadlock(error) || isConnectionLost(error)) throw error
        if (careful) await sql`rollback to savepoint job`.execute(db)
        else if (counter.writes > 0 || deferred?.count !== deferredBefore || isOfDatabase(error)) {
          return await undo()
        }
        sequences.restore(values)
        settled.push({ tell: () => reject(error) })
      }
      if (careful) await sql`release savepoint job`.execute(db)
      // The job may have caught what another one caused.
      if (deferred?.failed) return await undo()
    }
    await sequences.store()
    deferred?.end()
    state.isCommitting = true
    await sql`commit`.execute(db)
    state.isCommitting = false
    sequences.keep()
    if (first) state.wanted = sequences.namesOf(first.tenant)
  } catch (error) {
    const isInDoubt = state.isCommitting && !deferred?.failed && !wasNotSent(error)
    state.isCommitting = false
    await undo().catch(() => {})
    // It began within what has just been undone.
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

/** undefined: nobody did, or in vain, and whoever tries again will learn why. */
async function begunEarly(state: LaneState): Promise<Begun | undefined> {
  const begun = state.begun
  state.begun = undefined
  return begun?.catch(() => undefined)
}

const isDeadlock = (error: unknown) => (error as { code?: unknown } | undefined)?.code === '40P01'

/** PostgreSQL refuses everything after an error of its own, until the transaction or savepoint is undone. */
const isOfDatabase = (error: unknown) => typeof error === 'object' && error !== null && 'severity' in error

class WriteCounter implements KyselyPlugin {
  writes = 0

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    if (result.numAffectedRows !== undefined) this.writes += 1
    return result
  }
}

import type { Clock } from '../clock.ts'
import type { AnyHandle } from '../database/any-handle.ts'
import type { OutboxTable } from '../database/outbox-table.ts'
import type { Logger } from '../logging/log.ts'
import { runInScope, runOutsideScopes } from '../logging/scope.ts'
import { beginTrace } from '../telemetry/spans.ts'
import {
  changeClaimed,
  claimNext,
  deleteClaimed,
  deleteEntries,
  type EntryKey,
  findNextTime,
  type Lane,
  listBehind,
  listReadyLanes,
  type TenantChoice,
} from './outbox-store.ts'
import { CLAIM_MS, isClaimed, listOverlapping, type SubjectsOf } from './outbox-writer.ts'

/** After a failure of the database, and if another server was faster. */
const RETRY_MS = 1_000
/** No entry is attempted this often. */
const MAX_ATTEMPTS = 1_000_000_000
/** How many lanes to read where tenants do not share one limit. */
const LANES_AT_ONCE = 32

/** How entries of a kind are attempted. */
export interface OutboxHandler<Payload> {
  /**
   * Makes one attempt. The entry is done when it resolves, unless it was settled. If it throws, the entry is attempted
   * again later. An attempt may be repeated after a crash.
   */
  attempt(entry: OutboxEntry<Payload>): Promise<void>
  /** The pause in milliseconds after this many attempts; undefined: the entry is given up. */
  retryAfter(attempts: number): number | undefined
  /** How many lanes are attempted at once. */
  concurrency: number
  /** An entry that has failed fewer times blocks those behind it in its lane. Without it, they overtake. */
  blocksFor?: number
  /** Tenants that do not share the concurrency and the pauses of the others. */
  separate?(): readonly number[]
  /** Nothing is attempted while it is closed. Call `wake` when it opens. */
  isOpen?(): boolean
  /** A restart of a single server is a reason to attempt all entries again: the operator may have corrected something. */
  retriesAtStart?: boolean
  /** A stopping server does not wait long for attempts: they are repeated. */
  isAbandonable?: boolean
  /** An attempt does the work of all entries that wait in the lane: see `OutboxEntry.others`. */
  takesLane?: boolean
  /** For kinds whose entries are held (`OutboxWriter.hold`): nothing is attempted whose subjects are held. */
  subjectsOf?: SubjectsOf<Payload>
}

/** An entry during an attempt. */
export interface OutboxEntry<Payload> {
  readonly tenant: number
  readonly id: number
  readonly lane: string
  readonly payload: Payload
  /** With `takesLane`: the payloads of the entries behind it in its lane, in order. They are done when it is. */
  readonly others: readonly Payload[]
  readonly secretSealed: string | null
  /** including this one */
  readonly attempts: number
  readonly createdAt: number
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
  /** Settles the entry in a transaction of the handler. False: it was cancelled, or another server has it now. */
  done(db: AnyHandle): Promise<boolean>
  retryAt(db: AnyHandle, at: number, reason?: string): Promise<boolean>
  /** The same, but this attempt does not count. */
  postpone(db: AnyHandle, at: number): Promise<boolean>
  /** The other side is overloaded: begin no further attempts for a while. */
  pause(milliseconds: number): void
}

/** The attempt failed in a way that a retry cannot help. */
export class GiveUp extends Error {}

export interface OutboxWorker {
  readonly read: AnyHandle
  write<T>(tenant: number, work: (db: AnyHandle) => Promise<T>): Promise<T>
  readonly clock: Clock
  readonly log: Logger
  /** identifies this server */
  readonly holder: string
  readonly stopping: AbortSignal
  readonly isRunning: boolean
  /** `nextAt` of a queue has changed. */
  arm(): void
}

/** The entries of one kind: chooses lanes that are ready, and attempts them. */
export class OutboxQueue<Payload> {
  readonly kind: string
  readonly handler: OutboxHandler<Payload>
  /** when to look for due entries, as far as is known */
  nextAt = Number.POSITIVE_INFINITY
  /** finished attempts by result */
  readonly results = { done: 0, retried: 0, failed: 0 }
  /** when an attempt last succeeded or failed here; undefined: never since the start */
  readonly last: { success?: number; failure?: number } = {}
  readonly #worker: OutboxWorker
  readonly #inFlight = new Map<string, Promise<void>>()
  /** attempts in flight, and pauses, by group: a separate tenant, or 0 for all others */
  readonly #counts = new Map<number, number>()
  readonly #pausedUntil = new Map<number, number>()
  /** The other tenants have their turn before these. */
  readonly #served = new Set<number>()
  #filling: Promise<void> | undefined
  #isWoken = false

  constructor(kind: string, handler: OutboxHandler<Payload>, worker: OutboxWorker) {
    this.kind = kind
    this.handler = handler
    this.#worker = worker
  }

  get #blocksFor(): number {
    return Math.min(this.handler.blocksFor ?? 0, MAX_ATTEMPTS)
  }

  get inFlight(): readonly Promise<void>[] {
    return [...this.#inFlight.values(), ...(this.#filling ? [this.#filling] : [])]
  }

  /** Entries are due at this time. */
  wake(at: number): void {
    const { clock } = this.#worker
    if (at > clock.now()) {
      this.#lookAt(at)
      return
    }
    this.#isWoken = true
    this.#filling ??= runOutsideScopes(() => this.#fill()).finally(() => {
      this.#filling = undefined
      if (this.#isWoken) this.wake(clock.now())
    })
  }

  /** Looks for due entries, and when the next one will be due. */
  check(): void {
    this.nextAt = Number.POSITIVE_INFINITY
    const { clock, read } = this.#worker
    this.wake(clock.now())
    findNextTime(read, this.kind, clock.now())
      .then((at) => at !== undefined && this.#lookAt(at))
      .catch((error) => this.#retrySoon(error))
  }

  #lookAt(at: number): void {
    if (at >= this.nextAt) return
    this.nextAt = at
    this.#worker.arm()
  }

  #retrySoon(error?: unknown): void {
    const { clock, log, isRunning } = this.#worker
    if (!isRunning) return
    if (error !== undefined) log.warn({ err: error, kind: this.kind }, 'the outbox failed; trying again')
    this.#lookAt(clock.now() + RETRY_MS)
  }

  async #fill(): Promise<void> {
    try {
      while (this.#isWoken) {
        this.#isWoken = false
        await this.#startReady()
      }
    } catch (error) {
      this.#isWoken = false
      this.#retrySoon(error)
    }
  }

  async #startReady(): Promise<void> {
    const { clock, read } = this.#worker
    const { concurrency, separate, isOpen } = this.handler
    const blocksFor = this.#blocksFor
    for (;;) {
      const tenants = this.#openTenants()
      if (!this.#worker.isRunning || isOpen?.() === false || !tenants) return
      const limit = separate ? LANES_AT_ONCE : concurrency - this.#inFlight.size
      const mayBeMore = this.#served.size > 0
      const lanes = await listReadyLanes(
        read,
        { kind: this.kind, now: clock.now(), blocksFor },
        this.#unserved(tenants),
        limit,
      )
      const free = lanes.filter((lane) => !this.#inFlight.has(keyOf(lane)))
      const started = this.#startSome(free, Math.ceil(limit / 4))
      // Everybody has had a turn: the next one begins.
      if (lanes.length < limit) this.#served.clear()
      // What is in flight wakes the queue when it ends.
      if (started === 0 && (!mayBeMore || lanes.length === limit)) return
      if (lanes.length < limit && started === free.length && !mayBeMore) return
    }
  }

  /** Starts lanes for which there is room, at most some of each tenant. Returns how many. */
  #startSome(lanes: readonly Lane[], perTenant: number): number {
    const counts = new Map<number, number>()
    for (const lane of lanes) {
      const tenant = lane.tenant_id
      const count = counts.get(tenant) ?? 0
      if (count === perTenant || !this.#hasRoom(this.#groupOf(tenant))) continue
      counts.set(tenant, count + 1)
      this.#served.add(tenant)
      this.#start(lane)
    }
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }

  #groupOf(tenant: number): number {
    return this.handler.separate?.().includes(tenant) ? tenant : 0
  }

  #hasRoom(group: number): boolean {
    const until = this.#pausedUntil.get(group) ?? 0
    return (this.#counts.get(group) ?? 0) < this.handler.concurrency && until <= this.#worker.clock.now()
  }

  /** undefined: there is no room for anybody */
  #openTenants(): TenantChoice | undefined {
    const separate = this.handler.separate?.() ?? []
    if (this.#hasRoom(0)) return { except: separate.filter((tenant) => !this.#hasRoom(tenant)) }
    const only = separate.filter((tenant) => this.#hasRoom(tenant))
    return only.length > 0 ? { only } : undefined
  }

  #unserved(tenants: TenantChoice): TenantChoice {
    if ('except' in tenants) return { except: [...tenants.except, ...this.#served] }
    return { only: tenants.only.filter((tenant) => !this.#served.has(tenant)) }
  }

  #start(lane: Lane): void {
    const group = this.#groupOf(lane.tenant_id)
    const count = (change: number) => this.#counts.set(group, (this.#counts.get(group) ?? 0) + change)
    count(1)
    const run = this.#attemptNext(lane, group)
      .catch((error) => {
        this.#retrySoon(error)
        return false
      })
      .then((wasAttempted) => {
        count(-1)
        this.#inFlight.delete(keyOf(lane))
        if (wasAttempted) this.wake(this.#worker.clock.now())
        else this.#retrySoon()
      })
    this.#inFlight.set(keyOf(lane), run)
  }

  /** False: another server has attempted it, it was cancelled, or a request works on the same. */
  async #attemptNext(lane: Lane, group: number): Promise<boolean> {
    const { clock, holder, stopping } = this.#worker
    const blocksFor = this.#blocksFor
    let others: readonly OutboxTable[] = []
    const row = await this.#worker.write(lane.tenant_id, async (db) => {
      const now = clock.now()
      const claimed = await claimNext(db, lane, { now, blocksFor }, { holder, until: now + CLAIM_MS })
      if (claimed && this.handler.takesLane) others = await listBehind(db, claimed)
      if (!claimed || !(await this.#isHeld(db, claimed, now))) return claimed
      const before = { claimed_by: null, next_attempt_at: now + RETRY_MS, attempts: claimed.attempts - 1 }
      await changeClaimed(db, claimed, holder, before)
      return undefined
    })
    if (!row) return false
    let isSettled = false
    const settle = async (db: AnyHandle, changes: Partial<OutboxTable> & { next_attempt_at: number }) => {
      isSettled = true
      this.#lookAt(changes.next_attempt_at)
      return changeClaimed(db, row, holder, { claimed_by: null, ...changes })
    }
    const write = (changes: Partial<OutboxTable>) =>
      this.#worker.write(row.tenant_id, (db) => changeClaimed(db, row, holder, changes))
    const finish = async (db: AnyHandle) => {
      const isOurs = await deleteClaimed(db, row, holder)
      if (isOurs) await deleteEntries(db, others)
      return isOurs
    }
    const stopRenewing = renewClaim(this.#worker, row, holder)
    try {
      await this.#traced(row.attempts, {
        tenant: row.tenant_id,
        id: row.id,
        lane: row.lane,
        payload: JSON.parse(row.payload),
        others: others.map(({ payload }) => JSON.parse(payload)),
        secretSealed: row.secret_sealed,
        attempts: row.attempts,
        createdAt: row.created_at,
        signal: stopping,
        done(db) {
          isSettled = true
          return finish(db)
        },
        retryAt: (db, at, reason) => settle(db, { next_attempt_at: at, error: reason ?? null }),
        postpone: (db, at) => settle(db, { next_attempt_at: at, attempts: row.attempts - 1 }),
        pause: (milliseconds) => {
          this.#pausedUntil.set(group, clock.now() + milliseconds)
          this.#lookAt(clock.now() + milliseconds)
        },
      })
      if (!isSettled) await this.#worker.write(row.tenant_id, finish)
      this.results.done += 1
      this.last.success = this.#worker.clock.now()
    } catch (error) {
      await write(this.#afterFailure(row, error))
    } finally {
      stopRenewing()
    }
    return true
  }

  async #traced(attempts: number, entry: OutboxEntry<Payload>): Promise<void> {
    const span = beginTrace('consumer')
    if (!span) return this.handler.attempt(entry)
    const end = (hasFailed: boolean) =>
      span.end(`outbox ${this.kind}`, { 'switchboard.attempts': attempts }, hasFailed)
    const scope = { requestId: undefined, trace: span.context }
    try {
      await runInScope(scope, () => this.handler.attempt(entry))
      end(false)
    } catch (error) {
      end(true)
      throw error
    }
  }

  /** Whether a request works on a subject of the entry. Its own entry has never been attempted here. */
  async #isHeld(db: AnyHandle, claimed: OutboxTable, now: number): Promise<boolean> {
    const { subjectsOf } = this.handler
    if (!subjectsOf) return false
    const others = await listOverlapping(db, claimed, JSON.parse(claimed.payload), subjectsOf)
    return others.some(({ row }) => row.attempts === 0 && isClaimed(row, now))
  }

  #afterFailure(row: OutboxTable, error: unknown): Partial<OutboxTable> {
    const { clock, log, stopping } = this.#worker
    const now = clock.now()
    // The next server repeats it.
    if (stopping.aborted) return { claimed_by: null, next_attempt_at: now, attempts: row.attempts - 1 }
    const pause = error instanceof GiveUp ? undefined : this.handler.retryAfter(row.attempts)
    this.last.failure = now
    const reason = error instanceof Error ? error.message : String(error)
    const about = {
      err: error,
      kind: row.kind,
      tenant: row.tenant_id,
      lane: row.lane,
      attempts: row.attempts,
    }
    if (pause === undefined) {
      log.error(about, 'an entry of the outbox failed; giving up')
      this.results.failed += 1
      return { claimed_by: null, next_attempt_at: null, error: reason }
    }
    log.warn(about, 'an entry of the outbox failed; trying again')
    this.results.retried += 1
    this.#lookAt(now + pause)
    return { claimed_by: null, next_attempt_at: now + pause, error: reason }
  }
}

/** Renews a claim until the returned function is called. */
export function renewClaim(
  { clock, write }: Pick<OutboxWorker, 'clock' | 'write'>,
  entry: EntryKey,
  holder: string,
): () => void {
  const timer = setInterval(() => {
    const until = clock.now() + CLAIM_MS
    // A claim that cannot be renewed is lost, which its holder notices in the end.
    write(entry.tenant_id, (db) => changeClaimed(db, entry, holder, { next_attempt_at: until })).catch(
      () => {},
    )
  }, CLAIM_MS / 3)
  return () => clearInterval(timer)
}

const keyOf = ({ tenant_id, lane }: Lane) => `${tenant_id}:${lane}`

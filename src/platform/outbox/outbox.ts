import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '../clock.ts'
import type { AnyHandle } from '../database/any-handle.ts'
import type { Database } from '../database/database.ts'
import type { OutboxKind, OutboxPayloads } from '../database/outbox-table.ts'
import type { Logger } from '../logging/log.ts'
import type { Leadership } from '../nodes/leadership.ts'
import { type OutboxHandler, OutboxQueue, type OutboxWorker, renewClaim } from './outbox-queue.ts'
import { countEntries, deleteFailedBefore, releaseEntries } from './outbox-store.ts'
import {
  type HeldEntry,
  isClaimed,
  listOverlapping,
  type OutboxWakes,
  type SubjectsOf,
} from './outbox-writer.ts'

/**
 * How soon to look after a write for what no commit of this server woke the worker: the entry of a command, or a lost
 * message of Redis.
 */
const CHECK_EVERY_MS = 60_000
/** The same with several servers: a wake is lost while one of them has no connection to Redis. */
const CHECK_SHARED_MS = 5_000
/** The same while Redis is down. */
const CHECK_WITHOUT_BUS_MS = 1_000
/** A stopping server waits this long for attempts that can be repeated. */
const ABANDON_AFTER_MS = 1_000
/** How long to keep entries that were given up. */
const FAILED_KEPT_MS = 30 * 86_400_000
/** Counting stops here: a backlog of this size is visible enough. */
const MAX_COUNTED = 10_000

/** Does what transactions have left to be done: see `transaction.outbox`. */
export interface Outbox {
  handle<Kind extends OutboxKind>(kind: Kind, handler: OutboxHandler<OutboxPayloads[Kind]>): void
  /** Starts the work, on the leader only. Commands do not start it. */
  start(): Promise<void>
  /** Entries of this kind can be attempted from now on. */
  wake(kind: OutboxKind): void
  /** The claims of requests and workers that hold a subject of this payload. */
  listHolders<Kind extends OutboxKind>(
    db: AnyHandle,
    kind: { tenant_id: number; kind: Kind },
    payload: OutboxPayloads[Kind],
    subjectsOf: SubjectsOf<OutboxPayloads[Kind]>,
  ): Promise<readonly string[]>
  /** Keeps an entry held by this server until the returned function is called. Commands hold entries, too. */
  renew(entry: HeldEntry): () => void
  /** Whether the claim belongs to work of this server, which therefore will end. */
  isOwn(holder: string): boolean
  /** Looks for what another process has added. */
  checkAll(): void
  /** By kind: entries that wait, or that were given up. */
  count(state: 'waiting' | 'failed'): Promise<{ kind: string; count: number }[]>
  /** How many attempts this server has finished. */
  results(): { kind: string; result: string; count: number }[]
  /** When attempts of a kind last succeeded and failed on this server, since its start. Only the leader attempts any. */
  lastAttempts(kind: OutboxKind): { readonly success?: number; readonly failure?: number }
  /** Starts no new attempts, and waits for the running ones. */
  stop(): Promise<void>
}

/** What tells a server that another one has added entries. */
interface OutboxBus {
  readonly isShared: boolean
  readonly isUp: boolean
  onOutboxWake(listener: (wakes: OutboxWakes) => void): void
}

interface OutboxParts<Tables> {
  database: Database<Tables>
  bus: OutboxBus
  clock: Clock
  log: Logger
  leadership: Leadership
}

/**
 * One worker per product. Commits wake it, and one timer is set for the next time at which an entry is due: while there
 * is nothing to do, it makes no queries.
 */
export function createOutbox<Tables>(parts: OutboxParts<Tables>): Outbox {
  const { database, bus, clock, log, leadership } = parts
  const queues = new Map<string, OutboxQueue<never>>()
  const own = new Set<string>()
  const stopping = new AbortController()
  let isStarted = false
  let checkedAt = 0
  let isStale = false
  let timer: NodeJS.Timeout | undefined
  let checks: NodeJS.Timeout | undefined

  const isRunning = () => isStarted && leadership.isLeader && !stopping.signal.aborted

  function arm(): void {
    clearTimeout(timer)
    if (!isRunning()) return
    const at = Math.min(...[...queues.values()].map(({ nextAt }) => nextAt))
    if (at === Number.POSITIVE_INFINITY) return
    timer = setTimeout(checkDue, Math.min(Math.max(0, at - clock.now()), CHECK_EVERY_MS))
  }

  function checkDue(): void {
    if (!isRunning()) return
    for (const queue of queues.values()) if (queue.nextAt <= clock.now()) queue.check()
    arm()
  }

  function checkAll(): void {
    if (!isRunning()) return
    checkedAt = systemClock.now()
    isStale = false
    for (const queue of queues.values()) queue.check()
  }

  function checkIfStale(): void {
    const interval = bus.isShared ? CHECK_SHARED_MS : CHECK_EVERY_MS
    const age = Math.abs(systemClock.now() - checkedAt)
    if (isStale && age >= (bus.isUp ? interval : CHECK_WITHOUT_BUS_MS)) checkAll()
  }

  bus.onOutboxWake((wakes) => {
    if (!isRunning()) return
    for (const [kind, at] of Object.entries(wakes)) queues.get(kind)?.wake(at!)
  })
  clock.onJump?.(checkDue)
  database.onWrite(() => {
    isStale = true
  })

  const worker: OutboxWorker = {
    read: database.read,
    // The counter keeps servers apart, so that no two of them claim entries of the same lane.
    write: (tenant, work) => database.write(tenant, { takesCounter: true, work: ({ db }) => work(db) }),
    clock,
    log,
    holder: randomUUID(),
    stopping: stopping.signal,
    get isRunning() {
      return isRunning()
    },
    arm,
  }

  return {
    handle: (kind, handler) => void queues.set(kind, new OutboxQueue(kind, handler, worker)),
    async start() {
      if (!bus.isShared) {
        await database.write(0, {
          async work({ db }) {
            for (const { kind, handler } of queues.values()) {
              await releaseEntries(db, kind, clock.now(), handler.retriesAtStart === true)
            }
          },
        })
      }
      isStarted = true
      leadership.whileLeader(checkAll, () => clearTimeout(timer))
      checks = setInterval(checkIfStale, CHECK_WITHOUT_BUS_MS)
    },
    wake: (kind) => isRunning() && queues.get(kind)?.wake(clock.now()),
    async listHolders(db, kind, payload, subjectsOf) {
      const entries = await listOverlapping(db, kind, payload, subjectsOf)
      return entries.flatMap(({ row }) => (isClaimed(row, clock.now()) ? row.claimed_by! : []))
    },
    renew(entry) {
      const stopRenewing = renewClaim(worker, entry, entry.holder)
      own.add(entry.holder)
      return () => {
        own.delete(entry.holder)
        stopRenewing()
      }
    },
    isOwn: (holder) => own.has(holder),
    checkAll,
    count: (state) =>
      Promise.all(
        [...queues.keys()].map(async (kind) => ({
          kind,
          count: await countEntries(database.read, kind, state, MAX_COUNTED),
        })),
      ),
    results: () =>
      [...queues.values()].flatMap(({ kind, results }) =>
        Object.entries(results).map(([result, count]) => ({ kind, result, count })),
      ),
    lastAttempts: (kind) => queues.get(kind)?.last ?? {},
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      clearInterval(checks)
      const all = [...queues.values()]
      await Promise.all(
        all.filter(({ handler }) => !handler.isAbandonable).flatMap((queue) => queue.inFlight),
      )
      const rest = Promise.all(all.flatMap((queue) => queue.inFlight))
      await Promise.race([rest, new Promise((next) => setTimeout(next, ABANDON_AFTER_MS).unref())])
    },
  }
}

/** Entries that were given up are kept for people to look into. */
export const deleteOldFailures = <Tables>(database: Database<Tables>, clock: Clock) =>
  database.write(0, { work: ({ db }) => deleteFailedBefore(db, clock.now() - FAILED_KEPT_MS) })

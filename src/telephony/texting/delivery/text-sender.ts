import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Company } from '../../identity/company.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { CarrierFailure, type CompanyText } from '../carriers/carrier.ts'
import {
  type CompanyChoice,
  changeClaimed,
  deleteOutboxEntry,
  findNextDue,
  listDueTexts,
  type OutboxEntry,
} from '../messages/outbox-store.ts'
import { findTextingMessage } from '../messages/texting-message-store.ts'
import type { Texting } from '../texting.ts'
import { changeMessageStatus } from './change-message-status.ts'
import { claimText } from './claim-text.ts'
import { takeEarlyReceipt } from './receive-receipt.ts'

/** After this time a text is outdated, and fails. */
const GIVE_UP_AFTER_MS = 4 * 3_600_000

const FIRST_PAUSE_MS = 2000

const MAX_PAUSE_MS = 300_000

/** How long to wait for the carrier. */
const ANSWER_WITHIN_MS = 120_000

const TRIES = 5

const AT_THE_SAME_TIME = 4

/** All companies without a carrier of their own. */
const USUAL = 0

/** How many due texts to read at once. */
const READ_AT_ONCE = 32
/** The polling interval, which also finds what other servers have queued. */
const INTERVAL_MS = 1000
/** The pause after a carrier was overloaded or unreachable. */
const PAUSE_MS = 1000

export interface TextSender {
  /** Call this when a text has been queued. */
  wake(): void
  /** Sends all due texts. Calls must not overlap. */
  sendDue(): Promise<void>
}

/**
 * Sends a few texts at a time through each carrier, those of one conversation in order, while `isOpen`. A carrier that
 * is slow or away delays nobody who uses another one.
 */
export function createTextSender(texting: Texting, isOpen: () => boolean): TextSender {
  const { carrier, clock, database, log } = texting
  const queues = createCarrierQueues(clock, () => carrier.independent())
  const busy = new Map<string, Promise<void>>()
  let lookAt = 0
  let wake = () => {}

  function start(entry: OutboxEntry): void {
    const { release, pause } = queues.take(entry.company_id)
    const done = sendText(texting, entry)
      .then((isEnough) => {
        if (isEnough) pause(PAUSE_MS)
      })
      .catch((error) => {
        log.warn({ err: error }, 'a text could not be sent; trying again')
        pause(PAUSE_MS)
      })
      .finally(() => {
        release()
        busy.delete(entry.message_id)
      })
    busy.set(entry.message_id, done)
  }

  /** Returns whether more could be started. */
  async function startDue(): Promise<boolean> {
    const open = queues.open()
    if (!isOpen() || open === 'none') return false
    const due = await listDueTexts(database.read, clock.now(), READ_AT_ONCE, open)
    let started = 0
    for (const entry of due) {
      if (busy.has(entry.message_id) || !queues.hasRoom(entry.company_id)) continue
      start(entry)
      started += 1
    }
    return started > 0
  }

  async function drain(): Promise<void> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (await startDue()) continue
      if (busy.size === 0) return
      await Promise.race([...busy.values(), ...(queues.isPaused() ? [] : [woken])])
    }
  }

  return {
    wake() {
      lookAt = 0
      wake()
    },
    async sendDue() {
      if (!isOpen() || clock.now() < lookAt) return
      lookAt = clock.now() + INTERVAL_MS
      try {
        await drain()
        if (queues.isPaused()) lookAt = clock.now() + PAUSE_MS
        else lookAt = Math.min(lookAt, (await findNextDue(database.read)) ?? lookAt)
      } finally {
        await Promise.all(busy.values())
      }
    },
  }
}

interface CarrierQueues {
  /** The companies whose carrier takes more texts now. */
  open(): CompanyChoice | 'none'
  hasRoom(companyId: number): boolean
  take(companyId: number): { release(): void; pause(milliseconds: number): void }
  isPaused(): boolean
}

/** How many texts are in flight through each carrier, and which carriers get a pause. */
function createCarrierQueues(clock: Clock, independent: () => readonly number[]): CarrierQueues {
  const inFlight = new Map<number, number>()
  const pausedUntil = new Map<number, number>()
  const queueOf = (companyId: number) => (independent().includes(companyId) ? companyId : USUAL)
  const isOpen = (queue: number) =>
    (inFlight.get(queue) ?? 0) < AT_THE_SAME_TIME && (pausedUntil.get(queue) ?? 0) <= clock.now()
  return {
    open() {
      const own = independent()
      if (isOpen(USUAL)) return { except: own.filter((id) => !isOpen(id)) }
      const only = own.filter(isOpen)
      return only.length > 0 ? { only } : 'none'
    },
    hasRoom: (companyId) => isOpen(queueOf(companyId)),
    take(companyId) {
      const queue = queueOf(companyId)
      const add = (count: number) => inFlight.set(queue, (inFlight.get(queue) ?? 0) + count)
      add(1)
      return {
        release: () => add(-1),
        pause: (milliseconds) => pausedUntil.set(queue, clock.now() + milliseconds),
      }
    },
    isPaused() {
      const now = clock.now()
      for (const [queue, until] of pausedUntil) if (until <= now) pausedUntil.delete(queue)
      return pausedUntil.size > 0
    },
  }
}

/** Sends one text to the carrier. Returns whether the carrier is overloaded. */
async function sendText(texting: Texting, entry: OutboxEntry): Promise<boolean> {
  const company = await currentCompany(texting, entry.company_id)
  if (!company) return true
  const claim = await claimText(texting, company, entry)
  if (!claim) return false
  const outcome = await handOver(texting, claim.text)
  await claim.release()
  if (outcome instanceof CarrierFailure) {
    await noteFailure(texting, company, entry, claim.until(), outcome)
    return outcome.temporary
  }
  // If this is not stored, the text is sent a second time.
  await insist(() => noteSent(texting, company, entry, outcome.carrierId))
  return false
}

async function handOver(
  { carrier, log }: Texting,
  text: CompanyText,
): Promise<{ carrierId: string } | CarrierFailure> {
  const patience = new AbortController()
  try {
    const tooLong = pause(ANSWER_WITHIN_MS, undefined, { signal: patience.signal })
    return (
      (await Promise.race([carrier.send(text), tooLong])) ??
      new CarrierFailure('The carrier does not respond', 'timeout', true)
    )
  } catch (error) {
    if (error instanceof CarrierFailure) return error
    log.error({ err: error }, 'the carrier failed with an unknown error')
    return new CarrierFailure('The carrier failed', 'carrier_error', true)
  } finally {
    patience.abort()
  }
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(50 * 3 ** attempt)
    }
  }
}

/** The carrier has accepted it. */
async function noteSent(
  identity: Identity,
  company: Company,
  entry: OutboxEntry,
  carrierId: string,
): Promise<void> {
  await identity.transact(company.id, async (tx) => {
    await deleteOutboxEntry(tx.db, entry)
    const message = await findTextingMessage(tx.db, company.id, entry.message_id)
    if (!message) return
    const change = { status: 'sent' as const, carrier_id: carrierId }
    await changeMessageStatus(identity, tx, company, message, change)
  })
  // After the commit: any later receipt finds the message.
  await takeEarlyReceipt(identity, carrierId)
}

/** The carrier has not accepted it: retry later, or fail. Unless another process has the claim by now. */
async function noteFailure(
  identity: Identity,
  company: Company,
  entry: OutboxEntry,
  claimedUntil: number,
  failure: CarrierFailure,
): Promise<void> {
  await identity.transact(company.id, async (tx) => {
    const message = await findTextingMessage(tx.db, company.id, entry.message_id)
    if (!message) return
    const now = identity.clock.now()
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(entry.attempts, 20), MAX_PAUSE_MS)
    const later = { attempts: entry.attempts + 1, next_attempt_at: now + pause }
    if (!(await changeClaimed(tx.db, entry, claimedUntil, later))) return
    if (failure.temporary && now - message.created_at < GIVE_UP_AFTER_MS) return
    await deleteOutboxEntry(tx.db, entry)
    await changeMessageStatus(identity, tx, company, message, {
      status: 'failed',
      error_code: failure.code,
      error_message: failure.message,
    })
  })
}

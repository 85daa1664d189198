import type { Texting } from '../texting.ts'
import { createCarrierQueues } from './carrier-queues.ts'
import { findNextDue, listDueTexts, type OutboxEntry } from './outbox-store.ts'
import { sendText } from './send-text.ts'

/** How many due texts to read at once. */
const READ_AT_ONCE = 32
/** The polling interval, which also finds what other servers have queued. */
const LOOK_EVERY_MS = 1000
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
      lookAt = clock.now() + LOOK_EVERY_MS
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

import type { Texting } from '../texting.ts'
import { findNextDue, listDueTexts, type OutboxEntry } from './outbox-store.ts'
import { sendText } from './send-text.ts'

const AT_THE_SAME_TIME = 4
/** The polling interval, which also finds what other servers have queued. */
const LOOK_EVERY_MS = 1000
/** The pause after the carrier was overloaded or unreachable. */
const PAUSE_MS = 1000

export interface TextSender {
  /** Call this when a text has been queued. */
  wake(): void
  /** Sends all due texts. Calls must not overlap. */
  sendDue(): Promise<void>
}

/** Sends a few texts at a time, those of one conversation in order, while `isOpen`. */
export function createTextSender(texting: Texting, isOpen: () => boolean): TextSender {
  const { clock, database, log } = texting
  const busy = new Map<string, Promise<void>>()
  let lookAt = 0
  let wake = () => {}

  function start(entry: OutboxEntry, stop: () => void): void {
    const done = sendText(texting, entry)
      .then((isEnough) => {
        if (isEnough) stop()
      })
      .catch((error) => {
        log.warn({ err: error }, 'a text could not be sent; trying again')
        stop()
      })
      .finally(() => busy.delete(entry.message_id))
    busy.set(entry.message_id, done)
  }

  async function drain(): Promise<boolean> {
    let isStopped = false
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const free = isStopped || !isOpen() ? 0 : AT_THE_SAME_TIME - busy.size
      if (free > 0) {
        const due = await listDueTexts(database.read, clock.now(), 2 * AT_THE_SAME_TIME)
        for (const entry of due.filter(({ message_id: id }) => !busy.has(id)).slice(0, free)) {
          start(entry, () => {
            isStopped = true
          })
        }
      }
      if (busy.size === 0) return isStopped
      await Promise.race([...busy.values(), ...(isStopped ? [] : [woken])])
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
        const isStopped = await drain()
        if (isStopped) lookAt = clock.now() + PAUSE_MS
        else lookAt = Math.min(lookAt, (await findNextDue(database.read)) ?? lookAt)
      } finally {
        await Promise.all(busy.values())
      }
    },
  }
}

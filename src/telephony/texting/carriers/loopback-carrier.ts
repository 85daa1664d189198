import { setTimeout as pause } from 'node:timers/promises'
import { type Carrier, CarrierFailure, type CarrierListener, type OutboundText } from './carrier.ts'

const TRIES = 4

/**
 * Delivers texts between the numbers of this server. It has no state: a text is accepted when its recipient has it, and
 * one that is sent again after a crash has the same id.
 */
export function createLoopbackCarrier(): Carrier {
  let listener: CarrierListener | undefined
  let isOpen = false
  let last: Promise<unknown> = Promise.resolve()

  return {
    async send(text) {
      if (!isOpen || !listener) throw new CarrierFailure('The carrier is not running', 'not_running', true)
      const tell = listener
      const carrierId = `loopback-${text.id}`
      const mine = last.then(() => deliver(tell, carrierId, text))
      last = mine.catch(() => {})
      await mine
      return { carrierId }
    },
    listen(given) {
      listener = given
    },
    async start() {
      isOpen = true
    },
    async stop() {
      isOpen = false
      await last
    },
  }
}

/** The receipt arrives before the text is marked as sent, and is stored until then. */
async function deliver(listener: CarrierListener, carrierId: string, text: OutboundText): Promise<void> {
  const { from, to } = text
  const isOurs = await insist(() => listener({ kind: 'text', carrierId, from, to, text: text.text }))
  const status = isOurs ? 'delivered' : 'sent'
  await insist(() => listener({ kind: 'receipt', carrierId, status, errorCode: null, errorMessage: null }))
}

async function insist(work: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch {
      if (attempt === TRIES) throw new CarrierFailure('The text could not be stored', 'not_stored', true)
      await pause(25 * 4 ** attempt)
    }
  }
}

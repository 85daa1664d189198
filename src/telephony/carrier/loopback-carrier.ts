import { randomUUID } from 'node:crypto'
import { setImmediate as afterwards, setTimeout as pause } from 'node:timers/promises'
import { type Carrier, CarrierFailure, type CarrierListener, type OutboundText } from './carrier.ts'
import { reportReceipt } from './report-receipt.ts'

const TRIES = 4

/** Carries texts between the numbers of this server, and nowhere else. */
export function createLoopbackCarrier(): Carrier {
  let listener: CarrierListener | undefined
  let stopping = false
  let last: Promise<void> = Promise.resolve()

  return {
    async send(text) {
      if (stopping || !listener) throw new CarrierFailure('The carrier is not running', 'not_running', true)
      const carrierId = `loopback-${randomUUID()}`
      const tell = listener
      last = last.then(() => deliver(tell, carrierId, text))
      return { carrierId }
    },
    listen(given) {
      listener = given
    },
    async start() {
      stopping = false
    },
    async stop() {
      stopping = true
      await last
    },
  }
}

/** Never fails: a text that cannot be stored is reported as such, if that can be stored. */
async function deliver(listener: CarrierListener, carrierId: string, text: OutboundText): Promise<void> {
  // Whoever sent it learns its name first.
  await afterwards()
  const { from, to } = text
  const isOurs = await insist(() => listener({ kind: 'text', carrierId, from, to, text: text.text }))
  const status = isOurs === undefined ? 'undelivered' : isOurs ? 'delivered' : 'sent'
  const problem = isOurs === undefined ? 'The text could not be stored' : null
  await insist(() =>
    reportReceipt(listener, {
      kind: 'receipt',
      carrierId,
      status,
      errorCode: problem && 'not_stored',
      errorMessage: problem,
    }),
  )
}

/** undefined when it failed every time */
async function insist(work: () => Promise<boolean>): Promise<boolean | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return await work()
    } catch {
      if (attempt < TRIES) await pause(25 * 4 ** attempt)
    }
  }
  return undefined
}

import type { Faxing } from '../faxing.ts'
import { sendDueFaxMails } from '../receiving/send-due-fax-mails.ts'
import { type FaxTurns, sendDueFaxes } from './send-due-faxes.ts'
import { createWokenWork } from './woken-work.ts'

export interface FaxSender {
  /** There may be something to send. */
  wake(): void
  /** Interrupts what takes long, and waits for the rest. For good. */
  stop(): Promise<void>
}

/** Sends faxes, and the mails that tell of those that came in. */
export function createFaxSender(faxing: Faxing): FaxSender {
  const stopping = new AbortController()
  const turns: FaxTurns = new Map()
  const sendFaxes = () => sendDueFaxes(faxing, turns, stopping.signal)
  const sendMails = () => sendDueFaxMails(faxing, stopping.signal)
  const workers = [
    // Two, so that a long fax does not hold up the others.
    createWokenWork(faxing.log, 'sending faxes', sendFaxes),
    createWokenWork(faxing.log, 'sending faxes', sendFaxes),
    createWokenWork(faxing.log, 'mailing faxes', sendMails),
  ]
  return {
    wake() {
      for (const worker of workers) worker.wake()
    },
    async stop() {
      stopping.abort()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

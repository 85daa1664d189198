import type { Faxing } from '../faxing.ts'
import { sendDueFaxMails } from '../receiving/send-due-fax-mails.ts'
import { type FaxTurns, sendDueFaxes } from './send-due-faxes.ts'
import { createWokenWork } from './woken-work.ts'

export interface FaxSender {
  /** Call this when there may be something to send. */
  wake(): void
  /** Aborts long waits and waits for the rest. It cannot be restarted. */
  stop(): Promise<void>
}

/** Sends faxes and the mails about received ones. */
export function createFaxSender(faxing: Faxing): FaxSender {
  const stopping = new AbortController()
  const turns: FaxTurns = new Map()
  const sendFaxes = () => sendDueFaxes(faxing, turns, stopping.signal)
  const sendMails = () => sendDueFaxMails(faxing, stopping.signal)
  const workers = [
    // Two, so that a long fax does not block the others.
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

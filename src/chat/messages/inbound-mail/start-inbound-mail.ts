import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Messages } from '../messages.ts'

const OPEN_EVERY_MS = 2_000

/**
 * Accepts mail to streams and replies to mails, if the server has a port for it. The code is loaded on demand: most
 * servers accept no mail.
 */
export function startInboundMail(chat: Messages, work: BackgroundJobs): { stop(): Promise<void> } {
  if (chat.config.streamMailPort === undefined) return { stop: async () => {} }
  const loading = import('./inbound-mail-listener.ts').then((loaded) =>
    loaded.createInboundMailListener(chat),
  )
  const open = async () => (await loading)?.open()
  // The process that this one replaces may still use the port.
  void open().catch((error) => chat.log.error(`${error.message}; trying again`))
  work.every(OPEN_EVERY_MS, 'listening for mail', open)
  return { stop: async () => (await loading)?.stop() }
}

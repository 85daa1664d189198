import type { Chat } from '../../chat/chat.ts'
import { findMaintenance } from '../../chat/events/event-queues/change-maintenance.ts'
import { createBackgroundJobs } from '../../platform/concurrency/background-jobs.ts'

/** While anything is written. */
const CHECK_EVERY_MS = 1000

export interface MaintenanceWatch {
  /** what the operator says to people; undefined: the server serves */
  readonly message: string | undefined
  stop(): Promise<void>
}

/** Follows what the command has written, on any machine. Waiting polls end, so that clients learn it. */
export async function watchMaintenance(chat: Chat): Promise<MaintenanceWatch> {
  const look = async () => (await findMaintenance(chat.database.read))?.message
  let message = await look()
  const jobs = createBackgroundJobs(chat.log)
  const check = jobs.onWake(CHECK_EVERY_MS, 'the check for maintenance', async () => {
    const now = await look()
    if (now === message) return
    if (now === undefined) chat.log.info('maintenance has ended')
    else chat.log.info({ message: now }, 'maintenance: requests are refused')
    message = now
    if (now !== undefined) chat.queues.endReceivers('server_shutdown')
  })
  chat.database.onWrite(check)
  return {
    get message() {
      return message
    },
    stop: () => jobs.stop(),
  }
}

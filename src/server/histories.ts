import type { ChatTables } from '../chat/chat-tables.ts'
import { deleteAllQueues } from '../chat/event-queues/event-queue-store.ts'
import type { Config } from '../config.ts'
import { createBackgroundJobs } from '../platform/background-jobs.ts'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { detectRestore, startNewHistory } from '../platform/events/restored-log.ts'
import type { Logger } from '../platform/log.ts'
import type { TelephonyTables } from '../telephony/telephony-tables.ts'

interface Databases {
  chat: Database<ChatTables>
  telephony: Database<TelephonyTables>
}

/** The telephony's clients keep a position of the log, and no row: the gap is enough. */
const noCursors = async () => {}

/** Before a server serves, and while it does: see restored-log.ts. */
export async function keepHistories({ chat, telephony }: Databases, log: Logger): Promise<void> {
  const begun = [await detectRestore(chat, deleteAllQueues), await detectRestore(telephony, noCursors)]
  if (begun.includes(true)) {
    log.warn('the database was restored, or a standby was promoted: clients have to register again')
  }
}

/** A standby is promoted while servers run. */
const LOOK_EVERY_MS = 1000

export function watchHistories(databases: Databases, log: Logger): { stop(): Promise<void> } {
  const work = createBackgroundJobs(log)
  work.every(LOOK_EVERY_MS, 'looking at the history of the database', () => keepHistories(databases, log))
  return work
}

/** After `switchboard restore`: SQLite itself does not know that it went back in time. */
export async function beginHistories(config: Config, log: Logger): Promise<void> {
  const chat = await openDatabase<ChatTables>('chat', config, log)
  try {
    await chat.write(0, { work: ({ db }) => startNewHistory(db, deleteAllQueues) })
  } finally {
    await chat.close()
  }
  const telephony = await openDatabase<TelephonyTables>('telephony', config, log)
  try {
    await telephony.write(0, { work: ({ db }) => startNewHistory(db, noCursors) })
  } finally {
    await telephony.close()
  }
}

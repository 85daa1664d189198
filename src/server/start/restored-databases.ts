import type { ChatTables } from '../../chat/chat-tables.ts'
import { deleteAllQueues } from '../../chat/events/event-queues/event-queue-store.ts'
import type { Config } from '../../config/config.ts'
import { createBackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { detectRestore, startNewHistory } from '../../platform/events/restored-log.ts'
import type { Logger } from '../../platform/logging/log.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'

interface Databases {
  chat: Database<ChatTables>
  telephony: Database<TelephonyTables>
}

/** Telephony clients keep a log position, and no row: the gap is enough. */
const noCursors = async () => {}

/** Called before a server starts serving, and periodically: see restored-log.ts. */
export async function detectRestores({ chat, telephony }: Databases, log: Logger): Promise<void> {
  const begun = [await detectRestore(chat, deleteAllQueues), await detectRestore(telephony, noCursors)]
  if (begun.includes(true)) {
    log.warn('the database was restored, or a standby was promoted: clients have to register again')
  }
}

/** While anything is written. */
const CHECK_EVERY_MS = 1000

/** A standby can be promoted while servers run. Then they have to join again, which counts as a write. */
export function watchForRestores(databases: Databases, log: Logger): { stop(): Promise<void> } {
  const jobs = createBackgroundJobs(log)
  const check = jobs.onWake(CHECK_EVERY_MS, 'the check for a restored database', () =>
    detectRestores(databases, log),
  )
  for (const { onWrite } of Object.values(databases)) onWrite(check)
  return jobs
}

/** Called by `switchboard restore`: SQLite cannot tell that it went back in time. */
export async function startNewHistories(config: Config, log: Logger): Promise<void> {
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

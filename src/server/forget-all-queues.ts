import type { ChatTables } from '../chat/chat-tables.ts'
import { deleteAllQueues } from '../chat/event-queues/event-queue-store.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { Logger } from '../platform/log.ts'

/**
 * After the data went back in time: positions of the log are given out again, so a client that goes on with its queue
 * would miss events. Without it, it registers anew.
 */
export async function forgetAllQueues(config: Config, log: Logger): Promise<void> {
  const database = await openDatabase<ChatTables>('chat', config, log)
  try {
    await database.write(0, { work: ({ db }) => deleteAllQueues(db) })
  } finally {
    await database.close()
  }
}

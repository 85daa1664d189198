import type { Chat } from '../chat/chat.ts'
import type { ChatTables } from '../chat/chat-tables.ts'
import { createChat } from '../chat/create-chat.ts'
import { tendQueues } from '../chat/event-queues/tend-queues.ts'
import { chatMigrations } from '../chat/migrations/chat-migrations.ts'
import type { Config } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLocalBus } from '../platform/events/bus.ts'
import { readHeads } from '../platform/events/event-store.ts'
import type { Logger } from '../platform/log.ts'
import { createSecrets, loadMasterKey } from '../platform/secrets.ts'

export interface Products {
  chat: Chat
  /** Fails when a database does not answer. */
  ping(): Promise<void>
  /** Answers waiting polls, then lets go of the databases. */
  stop(): Promise<void>
}

/** Opens and migrates the databases and brings the products to life: for the server and for commands. */
export async function openProducts(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
): Promise<Products> {
  const database = openDatabase<ChatTables>('chat', config, log)
  await migrate(database, 'chat', chatMigrations, clock)
  const secrets = createSecrets(loadMasterKey(config.secretKey, config.dataDir))
  const chat = await createChat({ config, clock, log, secrets, database, bus: createLocalBus() })
  const tending = tendQueues(chat)
  return {
    chat,
    async ping() {
      await readHeads(database.read)
    },
    async stop() {
      await tending.stop()
      await chat.follower.stop()
      await database.close()
    },
  }
}

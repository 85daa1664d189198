import type { Chat } from '../chat/chat.ts'
import type { ChatTables } from '../chat/chat-tables.ts'
import { createChat } from '../chat/create-chat.ts'
import { chatMigrations } from '../chat/migrations/chat-migrations.ts'
import { tendChat } from '../chat/tend-chat.ts'
import { type Config, ConfigError } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLocalBus } from '../platform/events/bus.ts'
import { readHeads } from '../platform/events/event-store.ts'
import type { Logger } from '../platform/log.ts'
import { createSecrets, loadMasterKey, type Secrets } from '../platform/secrets.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'

export interface Products {
  chat: Chat
  /** Fails when a database does not answer. */
  ping(): Promise<void>
  /** Ends the waiting of the polls that wait now; each gets an empty answer. */
  answerPolls(): void
  /** Answers waiting polls, then lets go of the databases. */
  stop(): Promise<void>
}

/**
 * Opens and migrates the databases and brings the products to life. A command, unlike the server, leaves
 * the regular work on event queues alone: it serves nobody and is gone in a moment.
 */
export async function openProducts(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  purpose: 'server' | 'command' = 'server',
): Promise<Products> {
  const { database } = await openMigrated(config, log, clock)
  try {
    const secrets = loadSecrets(config)
    const chat = await createChat({ config, clock, log, secrets, database, bus: createLocalBus() })
    const tending = purpose === 'server' ? tendChat(chat) : undefined
    return {
      chat,
      async ping() {
        await readHeads(database.read)
      },
      answerPolls() {
        for (const queue of [...chat.queues.live]) queue.waiting?.answer([])
      },
      async stop() {
        await tending?.stop()
        await chat.follower.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Only brings the databases up to date. Answers with the names of what was applied. */
export async function migrateProducts(config: Config, log: Logger): Promise<string[]> {
  const { database, applied } = await openMigrated(config, log, systemClock)
  await database.close()
  return applied
}

async function openMigrated(
  config: Config,
  log: Logger,
  clock: Clock,
): Promise<{ database: Database<ChatTables>; applied: string[] }> {
  prepareDataFolder(config.dataDir)
  const database = await openDatabase<ChatTables>('chat', config, log)
  try {
    return { database, applied: await migrate(database, 'chat', chatMigrations, clock) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function loadSecrets(config: Config): Secrets {
  try {
    return createSecrets(loadMasterKey(config.secretKey, config.dataDir))
  } catch (error) {
    throw new ConfigError(`The key of the stored secrets cannot be used: ${(error as Error).message}.`)
  }
}

import type { Chat } from '../chat/chat.ts'
import type { ChatTables } from '../chat/chat-tables.ts'
import { createChat } from '../chat/create-chat.ts'
import { chatMigrations } from '../chat/migrations/chat-migrations.ts'
import { tendChat } from '../chat/tend-chat.ts'
import { type Config, ConfigError } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createMailer } from '../platform/create-mailer.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLocalBus } from '../platform/events/bus.ts'
import { readHeads } from '../platform/events/event-store.ts'
import type { Logger } from '../platform/log.ts'
import { createSecrets, loadMasterKey, type Secrets } from '../platform/secrets.ts'
import { createTelephony } from '../telephony/create-telephony.ts'
import { telephonyMigrations } from '../telephony/migrations/telephony-migrations.ts'
import type { Telephony } from '../telephony/telephony.ts'
import type { TelephonyTables } from '../telephony/telephony-tables.ts'
import { tendTelephony } from '../telephony/tend-telephony.ts'
import { openLines } from './open-lines.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'

export interface Products {
  chat: Chat
  telephony: Telephony
  /** Fails when a database does not answer. */
  ping(): Promise<void>
  /** Ends the waiting of the polls that wait now; each gets an empty answer. */
  answerPolls(): void
  /** Answers waiting polls, then lets go of the databases. */
  stop(): Promise<void>
}

/**
 * Opens and migrates the databases and brings the products to life. A command, unlike the server, leaves
 * the regular work alone: it serves nobody and is gone in a moment.
 */
export async function openProducts(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  purpose: 'server' | 'command' = 'server',
): Promise<Products> {
  const { databases } = await openMigrated(config, log, clock)
  try {
    const secrets = loadSecrets(config)
    const parts = { config, clock, log, secrets, mailer: createMailer(config, clock) }
    const chat = await createChat({ ...parts, database: databases.chat, bus: createLocalBus() })
    const telephony = await createTelephony({
      ...parts,
      database: databases.telephony,
      bus: createLocalBus(),
      ...(await openLines(config, log, databases.telephony)),
    })
    const tending = purpose === 'server' ? [tendChat(chat), await tendTelephony(telephony)] : []
    return {
      chat,
      telephony,
      async ping() {
        await readHeads(databases.chat.read)
        await readHeads(databases.telephony.read)
      },
      answerPolls() {
        for (const queue of [...chat.queues.live]) queue.waiting?.answer([])
      },
      async stop() {
        await telephony.underWay.settled()
        for (const work of tending) await work.stop()
        await chat.follower.stop()
        await telephony.follower.stop()
        await closeAll(databases)
      },
    }
  } catch (error) {
    await closeAll(databases)
    throw error
  }
}

/** Only brings the databases up to date. Answers with the names of what was applied. */
export async function migrateProducts(config: Config, log: Logger): Promise<string[]> {
  const { databases, applied } = await openMigrated(config, log, systemClock)
  await closeAll(databases)
  return applied
}

interface Databases {
  chat: Database<ChatTables>
  telephony: Database<TelephonyTables>
}

async function openMigrated(
  config: Config,
  log: Logger,
  clock: Clock,
): Promise<{ databases: Databases; applied: string[] }> {
  prepareDataFolder(config.dataDir)
  const databases: Partial<Databases> = {}
  try {
    databases.chat = await openDatabase<ChatTables>('chat', config, log)
    databases.telephony = await openDatabase<TelephonyTables>('telephony', config, log)
    const applied = [
      ...(await migrate(databases.chat, 'chat', chatMigrations, clock)),
      ...(await migrate(databases.telephony, 'telephony', telephonyMigrations, clock)),
    ]
    return { databases: databases as Databases, applied }
  } catch (error) {
    await closeAll(databases)
    throw error
  }
}

async function closeAll({ chat, telephony }: Partial<Databases>): Promise<void> {
  await chat?.close()
  await telephony?.close()
}

function loadSecrets(config: Config): Secrets {
  try {
    return createSecrets(loadMasterKey(config.secretKey, config.dataDir))
  } catch (error) {
    throw new ConfigError(`The key of the stored secrets cannot be used: ${(error as Error).message}.`)
  }
}

import type { ChatTables } from '../chat/chat-tables.ts'
import { chatMigrations } from '../chat/migrations/chat-migrations.ts'
import { type Config, ConfigError } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { type AloneDatabase, openAlone } from '../platform/database/open-alone.ts'
import type { Logger } from '../platform/log.ts'
import { joinNodes, NodeRefused } from '../platform/nodes/join-nodes.ts'
import { telephonyMigrations } from '../telephony/migrations/telephony-migrations.ts'
import type { TelephonyTables } from '../telephony/telephony-tables.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'

export interface AloneDatabases {
  chat: AloneDatabase<ChatTables>
  telephony: AloneDatabase<TelephonyTables>
}

/** Work that no running server may see: refused while there is one, and none can start meanwhile. */
export async function withDataAlone<T>(
  config: Config,
  log: Logger,
  work: (databases: AloneDatabases) => Promise<T>,
): Promise<T> {
  prepareDataFolder(config.dataDir)
  const leave = await keepServersOut(config, log)
  const databases: Partial<AloneDatabases> = {}
  try {
    // Both before anything is changed in one of them.
    databases.chat = await openAlone<ChatTables>('chat', config, log)
    databases.telephony = await openAlone<TelephonyTables>('telephony', config, log)
    await migrate(databases.chat as Database<ChatTables>, 'chat', chatMigrations, systemClock)
    await migrate(
      databases.telephony as Database<TelephonyTables>,
      'telephony',
      telephonyMigrations,
      systemClock,
    )
    return await work(databases as AloneDatabases)
  } finally {
    await databases.chat?.close()
    await databases.telephony?.close()
    await leave()
  }
}

/** On SQLite the files themselves are locked. */
async function keepServersOut({ databaseUrl }: Config, log: Logger): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) return async () => {}
  try {
    const { leave } = await joinNodes(databaseUrl, false, log)
    return leave
  } catch (error) {
    if (!(error instanceof NodeRefused)) throw error
    throw new ConfigError('Servers use this database: stop all of them, then try again.')
  }
}

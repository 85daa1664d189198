import { join } from 'node:path'
import type { ChatTables } from '../../chat/chat-tables.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { migrate } from '../../platform/database/schema/migrate.ts'
import {
  type ExclusiveDatabase,
  openSqliteExclusively,
} from '../../platform/database/sqlite/open-sqlite-exclusively.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { lockOutServers } from '../../platform/nodes/lock-out-servers.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { databaseMigrations } from '../start/database-migrations.ts'
import { prepareDataFolder } from '../start/prepare-data-folder.ts'

export interface ExclusiveDatabases {
  chat: ExclusiveDatabase<ChatTables>
  telephony: ExclusiveDatabase<TelephonyTables>
  /** To be called before each commit. Throws when servers may have started meanwhile. */
  checkExclusive(): void
}

/** For work that no server may see half done. Throws while a server is running, and keeps servers from starting. */
export async function withExclusiveData<T>(
  config: Config,
  log: Logger,
  work: (databases: ExclusiveDatabases) => Promise<T>,
): Promise<T> {
  prepareDataFolder(config.dataDir)
  const lockout = await lockOut(config)
  const databases: Partial<ExclusiveDatabases> = {}
  try {
    // Open both before changing either.
    const chat = await openExclusively<ChatTables>('chat', config, log)
    databases.chat = chat
    const telephony = await openExclusively<TelephonyTables>('telephony', config, log)
    databases.telephony = telephony
    await migrate(chat, 'chat', databaseMigrations.chat, systemClock)
    await migrate(telephony, 'telephony', databaseMigrations.telephony, systemClock)
    return await work({ chat, telephony, checkExclusive: () => lockout?.check() })
  } finally {
    await databases.chat?.close()
    await databases.telephony?.close()
    await lockout?.end()
  }
}

/** On SQLite the lock on the file keeps servers out. */
async function openExclusively<Tables>(
  product: string,
  config: Config,
  log: Logger,
): Promise<ExclusiveDatabase<Tables>> {
  return config.databaseUrl === undefined
    ? openSqliteExclusively<Tables>(join(config.dataDir, `${product}.db`))
    : openDatabase<Tables>(product, config, log)
}

async function lockOut({ databaseUrl }: Config) {
  if (databaseUrl === undefined) return undefined
  const lockout = await lockOutServers(databaseUrl)
  if (!lockout) throw new ConfigError('A server uses this database. Stop all servers, then try again.')
  return lockout
}

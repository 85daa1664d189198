import { type Config, ConfigError } from '../config.ts'
import type { Logger } from '../platform/log.ts'
import { joinNodes } from '../platform/nodes/join-nodes.ts'
import { lockDataFolder } from '../platform/nodes/lock-data-folder.ts'
import { alone, type Nodes } from '../platform/nodes/nodes.ts'

/** Checks before any change whether this server may use the data beside other servers, and joins them. */
export async function joinCluster(
  config: Config,
  log: Logger,
  purpose: 'server' | 'command',
): Promise<Nodes> {
  const { databaseUrl, redisUrls, dataDir } = config
  if (redisUrls && databaseUrl === undefined) {
    throw new ConfigError(
      'REDIS_URL is for several servers on one PostgreSQL: set DATABASE_URL, or leave REDIS_URL out.',
    )
  }
  if (purpose === 'command') return alone
  if (databaseUrl === undefined) {
    const unlock = await lockDataFolder(dataDir)
    return { ...alone, leave: async () => unlock() }
  }
  return joinNodes(databaseUrl, redisUrls !== undefined, log)
}

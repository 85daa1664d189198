import { type Config, ConfigError } from '../../config/config.ts'
import { NodeRefused } from '../../platform/nodes/join-nodes.ts'
import { lockDataFolder } from '../../platform/nodes/lock-data-folder.ts'
import { lockOutServers } from '../../platform/nodes/lock-out-servers.ts'

/**
 * For long work of a command that no server may see half done. Throws while a server is running, and keeps servers from
 * starting. `checkExclusive` throws when servers may have started meanwhile.
 */
export async function whileNoServerRuns<T>(
  { databaseUrl, dataDir }: Config,
  work: (checkExclusive: () => void) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined) {
    const unlock = await lockDataFolder(dataDir).catch((error: unknown) => {
      throw error instanceof NodeRefused ? serverRuns() : error
    })
    return work(() => {}).finally(unlock)
  }
  const lockout = await lockOutServers(databaseUrl)
  if (!lockout) throw serverRuns()
  return work(lockout.check).finally(lockout.end)
}

const serverRuns = () => new ConfigError('A server uses this data. Stop all servers, then try again.')

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { readDiskSpace } from '../platform/files/disk-space.ts'
import { command } from './command.ts'
import { noDataIn } from './require-data-folder.ts'

export const compactCommand = command({
  usage: '',
  arguments: [],
  options: {},
  async run(_, config) {
    const { databaseUrl, dataDir } = config
    if (databaseUrl !== undefined) {
      throw new ConfigError('PostgreSQL reuses the space of deleted rows by itself (autovacuum).')
    }
    const paths = ['chat.db', 'telephony.db'].map((name) => join(dataDir, name))
    if (!paths.every((path) => existsSync(path))) throw noDataIn(dataDir)
    const { whileNoServerRuns } = await import('../server/maintenance/while-no-server-runs.ts')
    const { compactSqlite, NoRoomToCompact } = await import('../platform/database/sqlite/compact-sqlite.ts')
    await whileNoServerRuns(config, async () => {
      for (const path of paths) {
        const { before, after } = await compactSqlite(path, (await readDiskSpace(dataDir)).freeBytes).catch(
          (error: Error) => {
            throw error instanceof NoRoomToCompact ? new ConfigError(error.message) : error
          },
        )
        console.log(`${path}: ${before} bytes before, ${after} now, ${Math.max(0, before - after)} freed.`)
      }
    })
  },
})

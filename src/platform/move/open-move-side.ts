import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import { createContentCache } from '../contents/content-cache.ts'
import { createDatabaseContents } from '../contents/database-contents.ts'
import { createFolderContents } from '../contents/folder-contents.ts'
import { openPostgres } from '../database/postgres/open-postgres.ts'
import { openSqliteExclusively } from '../database/sqlite/open-sqlite-exclusively.ts'
import { createLogger } from '../logging/log.ts'
import type { MoveSide } from './move-side.ts'

/** Locks every other process out of the file. */
export async function openSqliteSide(product: string, dataDir: string): Promise<MoveSide> {
  const database = await openSqliteExclusively(join(dataDir, `${product}.db`))
  return {
    database,
    contents: createFolderContents(dataDir, systemClock),
    close: () => database.close(),
  }
}

/** `cacheFolder`: for bytes in transit. */
export async function openPostgresSide(product: string, url: string, cacheFolder: string): Promise<MoveSide> {
  // A connection that is lost while in use fails the move, which can be continued.
  const database = await openPostgres<object>({ url, replicaUrls: undefined }, product, createLogger('error'))
  const cache = createContentCache(join(cacheFolder, product), systemClock)
  return {
    database,
    contents: createDatabaseContents(database, cache, systemClock),
    close: () => database.close(),
  }
}

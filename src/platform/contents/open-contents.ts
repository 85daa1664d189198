import { existsSync } from 'node:fs'
import { copyFile, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { isBackupRunning } from './backup-marker.ts'
import { type ContentCache, createContentCache } from './content-cache.ts'
import type { Contents } from './contents.ts'
import { createDatabaseContents } from './database-contents.ts'
import { createFolderContents } from './folder-contents.ts'
import { layerContents } from './layered-contents.ts'
import { createObjectContents } from './object-contents.ts'

export interface ContentsPlan {
  /** names the folder of the local copies */
  product: string
  dataDir: string
  /** every kind that the product writes */
  kinds: readonly string[]
  /** undefined: the data folder or the database holds the bytes */
  objects: ObjectStore | undefined
}

/**
 * With SQLite there is one server, and its data folder holds the bytes. With PostgreSQL the database holds them for all
 * servers. With an object store, new bytes go there on either engine.
 */
export async function openContents<Tables>(
  database: Database<Tables>,
  clock: Clock,
  { product, dataDir, kinds, objects }: ContentsPlan,
): Promise<Contents> {
  const cache = createContentCache(join(dataDir, 'cache', product), clock)
  const own = openOwnContents(database, clock, dataDir, cache)
  const isRunning = () => isBackupRunning(dataDir, clock)
  const contents = objects ? layerContents(createObjectContents(objects, cache, isRunning), own) : own
  if (database.engine === 'sqlite') return contents
  // A folder beside an SQLite file belongs to an installation that was moved: leave it alone.
  if (!existsSync(join(dataDir, `${product}.db`))) {
    for (const kind of kinds) await importFolder(contents, dataDir, kind)
  }
  return contents
}

/** Where the bytes are without an object store. */
export function openOwnContents<Tables>(
  database: Database<Tables>,
  clock: Clock,
  dataDir: string,
  cache: ContentCache,
): Contents {
  return database.engine === 'sqlite'
    ? createFolderContents(dataDir, clock)
    : createDatabaseContents(database, cache, clock)
}

/** Earlier versions kept the bytes in the folder on PostgreSQL as well. Delete a file when its bytes are stored. */
async function importFolder(contents: Contents, dataDir: string, kind: string): Promise<void> {
  const folder = join(dataDir, kind)
  for (const tenant of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, tenant)).catch(() => [])) {
      const path = join(folder, tenant, name)
      if (!/\.(part|table)$/.test(name)) {
        await contents.fill({ kind, tenant, name }, (draft) => copyFile(path, draft))
      }
      await rm(path, { force: true })
    }
    await rmdir(join(folder, tenant)).catch(() => {})
  }
  await rmdir(folder).catch(() => {})
}

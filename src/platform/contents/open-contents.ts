import { existsSync } from 'node:fs'
import { copyFile, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createContentCache } from './content-cache.ts'
import type { Contents } from './contents.ts'
import { createDatabaseContents } from './database-contents.ts'
import { createFolderContents } from './folder-contents.ts'

export interface ContentsPlan {
  /** names the folder of the local copies */
  product: string
  dataDir: string
  /** every kind that the product writes */
  kinds: readonly string[]
}

/**
 * With SQLite there is one server, and its data folder holds the bytes. With PostgreSQL the database holds them for all
 * servers.
 */
export async function openContents<Tables>(
  database: Database<Tables>,
  clock: Clock,
  { product, dataDir, kinds }: ContentsPlan,
): Promise<Contents> {
  if (database.engine === 'sqlite') return createFolderContents(dataDir, clock)
  const cache = createContentCache(join(dataDir, 'cache', product), clock)
  const contents = createDatabaseContents(database, cache, clock)
  // A folder beside an SQLite file belongs to an installation that was moved: leave it alone.
  if (!existsSync(join(dataDir, `${product}.db`))) {
    for (const kind of kinds) await importFolder(contents, dataDir, kind)
  }
  return contents
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

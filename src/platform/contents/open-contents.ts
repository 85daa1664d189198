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
  /** names the folder of the copies */
  product: string
  dataDir: string
  /** every kind that the product writes */
  kinds: readonly string[]
}

/** SQLite belongs to one server, whose folder has the bytes, too; PostgreSQL has them for all servers. */
export async function openContents<Tables>(
  database: Database<Tables>,
  clock: Clock,
  { product, dataDir, kinds }: ContentsPlan,
): Promise<Contents> {
  if (database.engine === 'sqlite') return createFolderContents(dataDir, clock)
  const cache = createContentCache(join(dataDir, 'cache', product), clock)
  const contents = createDatabaseContents(database, cache, clock)
  // Beside an SQLite file the folder belongs to an installation that was moved, and stays as it is.
  if (!existsSync(join(dataDir, `${product}.db`))) {
    for (const kind of kinds) await adoptFolder(contents, dataDir, kind)
  }
  return contents
}

/** Earlier versions had the bytes in the folder, on PostgreSQL as well. A file goes when its bytes are stored. */
async function adoptFolder(contents: Contents, dataDir: string, kind: string): Promise<void> {
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

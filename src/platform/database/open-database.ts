import { join } from 'node:path'
import type { Logger } from '../log.ts'
import type { Database } from './database.ts'
import { openSqlite } from './open-sqlite.ts'

/** `product` names the SQLite file or the PostgreSQL schema. Throws DatabaseUnavailable. */
export async function openDatabase<Tables>(
  product: string,
  where: { databaseUrl: string | undefined; replicaUrls?: readonly string[] | undefined; dataDir: string },
  log: Logger,
): Promise<Database<Tables>> {
  if (where.databaseUrl === undefined) return openSqlite(join(where.dataDir, `${product}.db`))
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres({ url: where.databaseUrl, replicaUrls: where.replicaUrls }, product, log)
}

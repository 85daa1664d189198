import { join } from 'node:path'
import { Kysely } from 'kysely'
import LibsqlDatabase from 'libsql'
import type { Logger } from '../log.ts'
import type { Database, With } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { makeSqliteFile } from './make-sqlite-file.ts'
import { openDatabase } from './open-database.ts'
import { connectHere, createSqliteDialect } from './sqlite-dialect.ts'

export type AloneDatabase<Tables> = Pick<Database<Tables>, 'engine' | 'read' | 'close'>

const PATIENCE_MS = 1000

/**
 * For work that nobody else may see half done. On SQLite no other process can have the file open until it is closed; on
 * PostgreSQL servers are kept out by their locks (see join-nodes.ts). Fails with DatabaseUnavailable.
 */
export async function openAlone<Tables>(
  product: string,
  where: { databaseUrl: string | undefined; dataDir: string },
  log: Logger,
): Promise<AloneDatabase<Tables>> {
  if (where.databaseUrl !== undefined) return openDatabase<Tables>(product, where, log)
  const path = join(where.dataDir, `${product}.db`)
  makeSqliteFile(path)
  const handle = new LibsqlDatabase(path)
  try {
    handle.pragma(`busy_timeout = ${PATIENCE_MS}`)
    handle.pragma('locking_mode = EXCLUSIVE')
    // Leaving WAL needs a lock that every open connection prevents.
    handle.pragma('journal_mode = DELETE')
    handle.pragma('synchronous = FULL')
    handle.exec('begin exclusive')
    handle.exec('commit')
  } catch (error) {
    handle.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new DatabaseUnavailable(
      `Another process uses the data in ${where.dataDir}: stop the server and all commands, then try again.`,
    )
  }
  const dialect = createSqliteDialect(connectHere(handle), async () => void handle.close())
  const read = new Kysely<With<Tables>>({ dialect })
  return { engine: 'sqlite', read, close: () => read.destroy() }
}

import { Kysely } from 'kysely'
import LibsqlDatabase from 'libsql'
import type { Database, With } from '../database.ts'
import { DatabaseUnavailable, explainDatabaseError } from '../database-unavailable.ts'
import { makeSqliteFile } from './make-sqlite-file.ts'
import { connectHere, createSqliteDialect } from './sqlite-dialect.ts'

export type ExclusiveDatabase<Tables> = Pick<Database<Tables>, 'engine' | 'read' | 'close'>

/** A command that is about to end may still have the file open. */
const TIMEOUT_MS = 2000

/**
 * Opens one connection that locks every other process out. Throws DatabaseUnavailable while any process, server or
 * command, has the file open: in WAL mode each of them holds a shared lock.
 */
export async function openSqliteExclusively<Tables>(path: string): Promise<ExclusiveDatabase<Tables>> {
  const handle = openFile(path)
  try {
    handle.pragma(`busy_timeout = ${TIMEOUT_MS}`)
    handle.pragma('locking_mode = exclusive')
    handle.pragma('journal_mode = WAL')
    handle.pragma('synchronous = FULL')
    handle.exec('begin immediate; commit')
  } catch (error) {
    handle.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw explainDatabaseError(error)
    throw new DatabaseUnavailable(
      `${path} is in use. Stop the server and wait until other commands have ended, then try again.`,
    )
  }
  const close = async () => {
    // The library keeps a closed file open until its memory is garbage collected: release the lock before that.
    handle.pragma('locking_mode = normal')
    handle.exec('begin immediate; commit')
    handle.close()
  }
  const read = new Kysely<With<Tables>>({ dialect: createSqliteDialect(connectHere(handle), close) })
  return { engine: 'sqlite', read, close: () => read.destroy() }
}

function openFile(path: string): LibsqlDatabase.Database {
  try {
    makeSqliteFile(path)
    return new LibsqlDatabase(path)
  } catch (error) {
    throw new DatabaseUnavailable(`The database ${path} cannot be opened: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

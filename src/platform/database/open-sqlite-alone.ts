import { closeSync, openSync } from 'node:fs'
import { Kysely } from 'kysely'
import LibsqlDatabase from 'libsql'
import { DatabaseUnavailable, explainDatabaseError } from './database-unavailable.ts'
import { connectHere, createSqliteDialect } from './sqlite-dialect.ts'

export interface SqliteAlone {
  readonly engine: 'sqlite'
  // biome-ignore lint/suspicious/noExplicitAny: tables of any product
  readonly read: Kysely<any>
  close(): Promise<void>
}

/** A command that is about to end may still have the file open. */
const PATIENCE_MS = 2000

/**
 * One connection that locks every other process out. Fails with DatabaseUnavailable while any process, server or
 * command, has the file open: in WAL mode each of them holds a shared lock.
 */
export async function openSqliteAlone(path: string): Promise<SqliteAlone> {
  const handle = openFile(path)
  try {
    handle.pragma(`busy_timeout = ${PATIENCE_MS}`)
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
    // The library keeps a closed file open until its memory is collected: give the lock back before that.
    handle.pragma('locking_mode = normal')
    handle.exec('begin immediate; commit')
    handle.close()
  }
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const read = new Kysely<any>({ dialect: createSqliteDialect(connectHere(handle), close) })
  return { engine: 'sqlite', read, close: () => read.destroy() }
}

function openFile(path: string): LibsqlDatabase.Database {
  try {
    // SQLite would make it readable for everybody.
    closeSync(openSync(path, 'a', 0o600))
    return new LibsqlDatabase(path)
  } catch (error) {
    throw new DatabaseUnavailable(`The database ${path} cannot be opened: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import LibsqlDatabase from 'libsql'
import { Pool } from 'pg'
import type { Logger } from '../../../../platform/log.ts'
import { PbxFailure } from '../pbx.ts'
import type { PhoneRow } from './phone-columns.ts'
import { readPhoneDatabaseUrl } from './phone-database-url.ts'
import { createPhoneStore, type PhoneStatement, type PhoneStore, phoneStatements } from './phone-store.ts'
import type { EmergencyRow, TrunkRow } from './trunk-columns.ts'

const PATIENCE_MS = 3000
const BUSY_PAUSE_MS = 50

/** Chosen by the URL. It does not connect yet: the database may be down for a while. */
export function openPhoneStore(url: string, log: Logger): PhoneStore {
  const database = readPhoneDatabaseUrl(url)
  return database.engine === 'sqlite3' ? openSqlite(database.path) : openPostgres(url, log)
}

const failure = (error: unknown) =>
  new PbxFailure('The database of Asterisk cannot be used.', { cause: error })

function openPostgres(url: string, log: Logger): PhoneStore {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    // The database times out first: what we report as failed must not happen afterwards.
    statement_timeout: PATIENCE_MS - 500,
    keepAlive: true,
  })
  // An idle connection that the server closes is replaced. The error must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection to the database of Asterisk'))
  const run = async (statement: PhoneStatement, values: readonly string[] = []) => {
    try {
      return (await pool.query<PhoneRow & TrunkRow & EmergencyRow>(phoneStatements[statement], [...values]))
        .rows
    } catch (error) {
      throw failure(error)
    }
  }
  return createPhoneStore(run, () => pool.end())
}

function openSqlite(path: string): PhoneStore {
  const run = async (statement: PhoneStatement, values: readonly string[] = []) => {
    for (let waited = 0; ; waited += BUSY_PAUSE_MS) {
      try {
        return onFile(path, statement, values)
      } catch (error) {
        // Waiting inside SQLite would block the whole process.
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || waited >= PATIENCE_MS) throw failure(error)
        await pause(BUSY_PAUSE_MS)
      }
    }
  }
  return createPhoneStore(run, async () => {})
}

/** Opened for each use: a failed statement would block later commits. */
function onFile(
  path: string,
  statement: PhoneStatement,
  values: readonly string[],
): Partial<PhoneRow & TrunkRow & EmergencyRow>[] {
  // Throws if there is no file: SQLite would create an empty one that only we would use.
  statSync(path)
  const database = new LibsqlDatabase(path)
  try {
    database.pragma('busy_timeout = 10')
    database.pragma('synchronous = FULL')
    // SQLite's numbered parameters start with a question mark.
    const prepared = database.prepare(phoneStatements[statement].replace(/\$(\d+)/g, '?$1'))
    if (prepared.reader) return prepared.all(...values) as Partial<PhoneRow & TrunkRow & EmergencyRow>[]
    prepared.run(...values)
    return []
  } finally {
    database.close()
  }
}

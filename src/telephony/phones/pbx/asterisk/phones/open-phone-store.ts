import { Pool } from 'pg'
import { openForeignSqlite } from '../../../../../platform/database/sqlite/foreign-sqlite.ts'
import type { Logger } from '../../../../../platform/logging/log.ts'
import { PbxFailure } from '../../pbx.ts'
import { readPhoneDatabaseUrl } from './phone-database-url.ts'
import {
  type AsteriskRow,
  createPhoneStore,
  type PhoneStatement,
  type PhoneStore,
  phoneStatements,
  type RunPhoneStatement,
} from './phone-store.ts'

/** More would block others for too long. */
const MAX_CONCURRENT = 200

const TIMEOUT_MS = 3000

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
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    // The database times out first: what we report as failed must not happen afterwards.
    statement_timeout: TIMEOUT_MS - 500,
    keepAlive: true,
  })
  // An idle connection that the server closes is replaced. The error must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection to the database of Asterisk'))
  // One that is lost in use fails its statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  const runAll = async (statements: readonly BoundStatement[]) => {
    const client = await pool.connect()
    let failed: Error | undefined
    try {
      await client.query('begin')
      const results: AsteriskRow[][] = []
      for (const { name, values } of statements) {
        results.push(
          (await client.query<AsteriskRow>({ name, text: phoneStatements[name], values: [...values] })).rows,
        )
      }
      await client.query('commit')
      return results
    } catch (error) {
      failed = error as Error
      throw error
    } finally {
      // With an error, the connection is closed, and the transaction with it.
      client.release(failed)
    }
  }
  return createPhoneStore(createStatementBatches(runAll, failure), () => pool.end())
}

function openSqlite(path: string): PhoneStore {
  const database = openForeignSqlite(path, { timeoutMs: TIMEOUT_MS, pragmas: ['synchronous = FULL'] })
  const runAll = async (statements: readonly BoundStatement[]) => {
    const queries = statements.map(({ name, values }) => ({
      // SQLite's numbered parameters start with a question mark.
      text: phoneStatements[name].replace(/\$(\d+)/g, '?$1'),
      parameters: values,
      atMostOne: false,
    }))
    return (await database.transact(queries)) as Partial<AsteriskRow>[][]
  }
  return createPhoneStore(createStatementBatches(runAll, failure), database.close)
}

interface BoundStatement {
  readonly name: PhoneStatement
  readonly values: readonly string[]
}

interface Waiting extends BoundStatement {
  done(rows: readonly Partial<AsteriskRow>[]): void
  failed(error: Error): void
}

/**
 * Group commit: statements that come while others run share the next transaction, so that an import does not wait for
 * the disk once for each phone. They succeed or fail together.
 */
function createStatementBatches(
  runAll: (statements: readonly BoundStatement[]) => Promise<readonly (readonly Partial<AsteriskRow>[])[]>,
  failure: (error: unknown) => Error,
): RunPhoneStatement {
  const waiting: Waiting[] = []
  let isRunning = false

  async function runWaiting(): Promise<void> {
    isRunning = true
    // Others that are ready at this moment join.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_CONCURRENT)
      try {
        const results = await runAll(batch)
        for (const [index, { done }] of batch.entries()) done(results[index]!)
      } catch (error) {
        for (const { failed } of batch) failed(failure(error))
      }
    }
    isRunning = false
  }

  return (name, values = []) =>
    new Promise((done, failed) => {
      waiting.push({ name, values, done, failed })
      if (!isRunning) void runWaiting()
    })
}

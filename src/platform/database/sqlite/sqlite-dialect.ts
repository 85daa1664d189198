import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type LibsqlDatabase from 'libsql'
import type { RowHint } from '../statements/prepared.ts'
import { createStatements, type Outcome } from './sqlite-statements.js'

/**
 * Kysely on one connection to SQLite. Unlike Kysely's own SQLite driver it has no mutex: the users of the connection
 * coordinate themselves.
 */
export function createSqliteDialect(connection: DatabaseConnection, close: () => Promise<void>): Dialect {
  const run = async (text: string) => void (await connection.executeQuery(CompiledQuery.raw(text)))
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: () => run('begin'),
      commitTransaction: () => run('commit'),
      rollbackTransaction: () => run('rollback'),
      destroy: close,
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** A connection whose statements run in the calling thread. */
export function connectHere(handle: LibsqlDatabase.Database): DatabaseConnection {
  const run = createStatements(handle)
  return {
    executeQuery: async <Row>(query: CompiledQuery) =>
      resultOf<Row>(run(query.sql, query.parameters, (query as RowHint).atMostOne)),
    streamQuery: noStreaming,
  }
}

export function resultOf<Row>(outcome: Outcome): QueryResult<Row> {
  const { rows, changes, lastInsertRowid } = outcome as Outcome & { rows: Row[] }
  if (changes === undefined) return { rows }
  const numAffectedRows = BigInt(changes)
  return lastInsertRowid === undefined
    ? { rows, numAffectedRows }
    : { rows, numAffectedRows, insertId: BigInt(lastInsertRowid) }
}

// biome-ignore lint/correctness/useYield: the interface wants a generator
export async function* noStreaming(): AsyncGenerator<never> {
  throw new Error('Streaming is not used: results are bounded by limits.')
}

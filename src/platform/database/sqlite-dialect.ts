import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type LibsqlDatabase from 'libsql'
import type { RowHint } from './prepared.ts'

type Handle = LibsqlDatabase.Database
type Statement = LibsqlDatabase.Statement

/**
 * Kysely on one libsql handle. Unlike Kysely's own SQLite driver it keeps prepared statements, since
 * preparing costs more than running them, and has no mutex: who shares the handle decides who runs when.
 */
export function createSqliteDialect(handle: Handle): Dialect {
  const connection = createConnection(handle)
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => void handle.exec('begin'),
    commitTransaction: async () => void handle.exec('commit'),
    rollbackTransaction: async () => void handle.exec('rollback'),
    destroy: async () => void handle.close(),
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Narrows with many terms make many different texts; past this many the oldest statement is dropped. */
const STATEMENTS_KEPT = 500

function createConnection(handle: Handle): DatabaseConnection {
  const statements = new Map<string, { statement: Statement; reads: boolean; writes: boolean }>()

  // A statement is asked either for all rows or for one: after the first, libsql answers the second with an old row.
  function prepare(text: string, atMostOne: boolean) {
    const key = atMostOne ? `one ${text}` : text
    const kept = statements.get(key)
    if (kept) return kept
    const statement = handle.prepare(text)
    const entry = { statement, reads: statement.reader, writes: /^\s*(insert|update|delete)\b/i.test(text) }
    if (statements.size >= STATEMENTS_KEPT) statements.delete(statements.keys().next().value!)
    statements.set(key, entry)
    return entry
  }

  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const atMostOne = (query as RowHint).atMostOne ?? false
      const { statement, reads, writes } = prepare(query.sql, atMostOne)
      if (reads && atMostOne) {
        const row = statement.get(...query.parameters) as Row | undefined
        return { rows: row === undefined ? [] : [row] }
      }
      if (reads) {
        const rows = statement.all(...query.parameters) as Row[]
        // With `returning`: whoever undoes a failed job has to know that it wrote.
        return writes ? { rows, numAffectedRows: BigInt(rows.length) } : { rows }
      }
      const { changes, lastInsertRowid } = statement.run(...query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing here streams
    async *streamQuery() {
      throw new Error('Streaming is not used: results are bounded by limits.')
    },
  }
}

import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { READING } from './ask-sqlite-thread.ts'
import { connectInThread, wantedOf } from './connect-in-thread.ts'
import { noStreaming, resultOf } from './sqlite-dialect.ts'

export interface SqliteReader {
  readonly connection: DatabaseConnection
  close(): Promise<void>
}

let opened = 0

/**
 * A connection whose statements run in the thread that reads: what takes long, pages of old messages and searches, holds
 * up nobody else. Each statement sees what was committed when it was asked for. The file must be there.
 */
export function openSqliteReader(path: string, pragmas: readonly string[]): SqliteReader {
  opened += 1
  const reader = opened
  const there = connectInThread(READING, reader, path, pragmas)
  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        await there.opened()
        return resultOf(await there.ask({ connection: reader, query: wantedOf(query) }))
      },
      streamQuery: noStreaming,
    },
    close: there.close,
  }
}

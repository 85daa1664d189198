import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { connectInThread, toSqliteQuery } from './connect-in-thread.ts'
import { noStreaming, resultOf } from './sqlite-dialect.ts'

export interface SqliteReader {
  readonly connection: DatabaseConnection
  close(): Promise<void>
}

let opened = 0

/**
 * A connection whose statements run in a thread, so that slow reads, such as pages of old messages and searches, do not
 * block the process. Each statement outside of a snapshot sees the data committed when it was sent. The file must
 * exist.
 */
export function openSqliteReader(number: number, path: string, pragmas: readonly string[]): SqliteReader {
  opened += 1
  const reader = opened
  const thread = connectInThread(number, reader, path, pragmas)
  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        await thread.opened()
        return resultOf(await thread.request({ connection: reader, query: toSqliteQuery(query) }))
      },
      streamQuery: noStreaming,
    },
    close: thread.close,
  }
}

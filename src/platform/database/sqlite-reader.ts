import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { askSqliteThread, READING } from './ask-sqlite-thread.ts'
import type { RowHint } from './prepared.ts'
import { noStreaming, resultOf } from './sqlite-dialect.ts'
import { revive, type SqliteRequest } from './sqlite-requests.ts'

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
  let opening: Promise<unknown> | undefined

  async function ask(request: SqliteRequest) {
    const answer = await askSqliteThread(READING, request)
    if (answer.error) throw revive(answer.error)
    return answer
  }

  /** Who could not open it, because files ran out for example, tries again with the next question. */
  async function open(): Promise<void> {
    try {
      await ask({ open: reader, path, pragmas })
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        opening ??= open()
        await opening
        const { sql: text, parameters } = query
        const wanted = { text, parameters, atMostOne: (query as RowHint).atMostOne ?? false }
        return resultOf(await ask({ connection: reader, query: wanted }))
      },
      streamQuery: noStreaming,
    },
    async close() {
      if (opening) await ask({ close: reader })
    },
  }
}

import type { CompiledQuery } from 'kysely'
import type { RowHint } from '../statements/prepared.ts'
import { revive, type SqliteQuery, type SqliteRequest, type SqliteResponse } from './sqlite-requests.ts'
import { sendToSqliteThread } from './sqlite-threads.ts'

/** A connection to SQLite in a thread, opened on first use. */
export interface ThreadConnection {
  opened(): Promise<void>
  request(request: SqliteRequest): Promise<SqliteResponse>
  close(): Promise<void>
}

/** `connection`: its number in that thread. */
export function connectInThread(
  thread: number,
  connection: number,
  path: string,
  pragmas: readonly string[],
): ThreadConnection {
  let opening: Promise<void> | undefined

  async function request(request: SqliteRequest): Promise<SqliteResponse> {
    const response = await sendToSqliteThread(thread, request)
    if (response.error) throw revive(response.error)
    return response
  }

  /** If opening fails, for example because file handles ran out, the next request tries again. */
  async function open(): Promise<void> {
    try {
      await request({ open: connection, path, pragmas })
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return {
    opened() {
      opening ??= open()
      return opening
    },
    request,
    async close() {
      if (opening) await request({ close: connection })
    },
  }
}

export const toSqliteQuery = ({
  sql: text,
  parameters,
  atMostOne = false,
}: CompiledQuery & RowHint): SqliteQuery => ({
  text,
  parameters,
  atMostOne,
})

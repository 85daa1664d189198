import type { CompiledQuery } from 'kysely'
import { askSqliteThread } from './ask-sqlite-thread.ts'
import type { RowHint } from './prepared.ts'
import { revive, type SqliteAnswer, type SqliteQuery, type SqliteRequest } from './sqlite-requests.ts'

/** A connection to SQLite that lives in a thread, opened by the first who needs it. */
export interface ThreadConnection {
  opened(): Promise<void>
  ask(request: SqliteRequest): Promise<SqliteAnswer>
  close(): Promise<void>
}

/** `connection` is its number there. */
export function connectInThread(
  thread: number,
  connection: number,
  path: string,
  pragmas: readonly string[],
): ThreadConnection {
  let opening: Promise<void> | undefined

  async function ask(request: SqliteRequest): Promise<SqliteAnswer> {
    const answer = await askSqliteThread(thread, request)
    if (answer.error) throw revive(answer.error)
    return answer
  }

  /** Who could not open it, because files ran out for example, tries again with the next question. */
  async function open(): Promise<void> {
    try {
      await ask({ open: connection, path, pragmas })
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
    ask,
    async close() {
      if (opening) await ask({ close: connection })
    },
  }
}

export const wantedOf = ({
  sql: text,
  parameters,
  atMostOne = false,
}: CompiledQuery & RowHint): SqliteQuery => ({
  text,
  parameters,
  atMostOne,
})

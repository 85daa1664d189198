import { stat } from 'node:fs/promises'
import { connectInThread, type ThreadConnection } from './connect-in-thread.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import type { SqliteQuery } from './sqlite-requests.ts'
import { FOREIGN_THREAD } from './sqlite-threads.ts'

/** An SQLite file that another program has created and uses, too. */
export interface ForeignSqlite {
  /** Runs the queries in one transaction, and returns the rows of each. */
  transact(queries: readonly SqliteQuery[]): Promise<readonly unknown[][]>
  close(): Promise<void>
}

let opened = 0

/**
 * One connection in a thread, which stays open. It is opened again if somebody has replaced the file, and after each
 * failure: a failed statement would block later commits. The caller runs one transaction at a time.
 */
export function openForeignSqlite(
  path: string,
  { timeoutMs, pragmas }: { timeoutMs: number; pragmas: readonly string[] },
): ForeignSqlite {
  let open: { file: string; connection: number; thread: ThreadConnection } | undefined

  async function close(): Promise<void> {
    const closing = open
    open = undefined
    await closing?.thread.close()
  }

  async function connect() {
    // Throws if there is no file: SQLite would create an empty one that only we would use.
    const { dev, ino } = await stat(path)
    const file = `${dev}:${ino}`
    if (open?.file !== file) {
      await close()
      opened += 1
      const thread = connectInThread(FOREIGN_THREAD, opened, path, ['busy_timeout = 0', ...pragmas])
      open = { file, connection: opened, thread }
    }
    await open.thread.opened()
    return open
  }

  return {
    // Waiting inside SQLite would hold up the other users of the thread.
    transact: (queries) =>
      retryWhileBusy(async () => {
        try {
          const { connection, thread } = await connect()
          const { rows } = await thread.request({ transaction: connection, queries })
          return rows as unknown[][]
        } catch (error) {
          if ((error as { code?: string }).code !== 'SQLITE_BUSY') await close()
          throw error
        }
      }, timeoutMs),
    close,
  }
}

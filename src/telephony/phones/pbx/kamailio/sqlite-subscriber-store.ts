import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import LibsqlDatabase from 'libsql'
import { PbxFailure } from '../pbx.ts'
import {
  readAddresses,
  type SubscriberRow,
  type SubscriberStore,
  subscriberStatements,
} from './subscriber-store.ts'

const ATTEMPTS = 40
const PAUSE_MS = 50

type Statement = keyof typeof subscriberStatements

export function openSqliteSubscriberStore(path: string): SubscriberStore {
  const keeper = createFileKeeper(path)

  async function use<Result>(work: (database: LibsqlDatabase.Database) => Result): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        keeper.keep()
        return onFile(path, work)
      } catch (error) {
        // Waiting inside SQLite would block the whole process.
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || attempt === ATTEMPTS) {
          throw new PbxFailure('The database of Kamailio cannot be used.', { cause: error })
        }
        await pause(PAUSE_MS)
      }
    }
  }
  const rows = (statement: Statement, values: readonly string[] = []) =>
    use((database) => database.prepare(textOf(statement)).all(...values) as SubscriberRow[])
  const run = async (statement: Statement, values: readonly string[]) => {
    await use((database) => database.prepare(textOf(statement)).run(...values))
  }

  return {
    async find(address) {
      const [row] = await rows('find', [String(address.number), address.domain])
      return row && { number: address.number, domain: address.domain, ha1: row.ha1 }
    },
    list: async () => readAddresses(await rows('list')),
    put: ({ number, domain, ha1 }) => run('put', [String(number), domain, ha1]),
    remove: ({ number, domain }) => run('remove', [String(number), domain]),
    async ping() {
      await rows('ping')
    },
    close: async () => keeper.release(),
  }
}

/**
 * Keeps the file open: the last process to close it cleans up under a lock, and Kamailio, which opens it for the first
 * phone and never waits, would refuse that phone.
 */
function createFileKeeper(path: string) {
  let kept: { database: LibsqlDatabase.Database; inode: number } | undefined
  function release(): void {
    kept?.database.close()
    kept = undefined
  }
  return {
    release,
    keep(): void {
      // Throws if there is no file: SQLite would create an empty one that only we would use.
      const inode = statSync(path).ino
      if (kept?.inode === inode) return
      release()
      const database = new LibsqlDatabase(path)
      kept = { database, inode }
      // SQLite opens the file at first use, which is this.
      database.pragma('schema_version')
    },
  }
}

/** Opened for each use: a failed statement would block later commits. */
function onFile<Result>(path: string, work: (database: LibsqlDatabase.Database) => Result): Result {
  const database = new LibsqlDatabase(path)
  try {
    database.pragma('busy_timeout = 10')
    database.pragma('synchronous = FULL')
    return work(database)
  } finally {
    database.close()
  }
}

/** SQLite's numbered parameters start with a question mark. */
function textOf(statement: Statement): string {
  return subscriberStatements[statement].replace(/\$(\d)/g, '?$1')
}

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import LibsqlDatabase from 'libsql'
import type { CommitListener, Database, Handle, With } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { makeSqliteFile } from './make-sqlite-file.ts'
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './retry-while-busy.ts'
import { connectHere, createSqliteDialect } from './sqlite-dialect.ts'
import { openSqliteReader } from './sqlite-reader.ts'
import { openSqliteWriter } from './sqlite-writer.ts'
import { createUnfinishedWrites } from './unfinished-writes.ts'
import { createWriteQueue } from './write-queue.ts'

/**
 * Four connections to one file: a writer in its own thread, a reader that sees only committed data, a reader in a
 * thread for slow queries, and one for snapshots, since an open snapshot on the first reader would show old data to all
 * other requests.
 */
export async function openSqlite<Tables>(path: string): Promise<Database<Tables>> {
  const [reader, observer] = (await openHandles(path, 2)).map(
    (handle) =>
      new Kysely<With<Tables>>({
        dialect: createSqliteDialect(connectHere(handle), async () => void handle.close()),
      }),
  ) as [Handle<Tables>, Handle<Tables>]
  const thread = openSqliteWriter(path, ['busy_timeout = 0', ...pragmas])
  const writer = new Kysely<With<Tables>>({ dialect: createSqliteDialect(thread.connection, thread.close) })
  const aside = openSqliteReader(path, [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'query_only = ON', ...pragmas])
  const history = new Kysely<With<Tables>>({ dialect: createSqliteDialect(aside.connection, aside.close) })
  const listeners: CommitListener[] = []
  const queue = createWriteQueue<Tables>(writer, {
    begin: thread.begin,
    beginsEarly: true,
    defer: thread.defer,
    committed: (jobs, seconds) => {
      for (const listener of listeners) listener(jobs, seconds)
    },
  })
  const unfinished = createUnfinishedWrites()
  let lastSnapshot: Promise<unknown> = Promise.resolve()
  return {
    engine: 'sqlite',
    read: reader,
    history: (_tenant, _position, work) => work(history),
    snapshot(work) {
      const mine = lastSnapshot.then(() => observer.transaction().execute((db) => work(db)))
      lastSnapshot = mine.catch(() => {})
      return mine
    },
    // SQLite has one writer, so all tenants share the write queue and the sync of its commits.
    write: (_tenant, job) => unfinished.track(queue(job)),
    onCommit: (listener) => void listeners.push(listener),
    waiting: undefined,
    get oldestWriteSeconds() {
      return unfinished.seconds
    },
    link: undefined,
    async close() {
      await lastSnapshot
      await Promise.all([writer, reader, history, observer].map((db) => db.destroy()))
    },
  }
}

const pragmas = [
  // Durable before the response: in WAL mode only FULL syncs at each commit.
  'synchronous = FULL',
  'foreign_keys = ON',
  'cache_size = -65536',
  'temp_store = MEMORY',
]

async function openHandles(path: string, count: number): Promise<LibsqlDatabase.Database[]> {
  const handles: LibsqlDatabase.Database[] = []
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    makeSqliteFile(path)
    while (handles.length < count) handles.push(await openHandle(path))
    return handles
  } catch (error) {
    for (const handle of handles) handle.close()
    throw new DatabaseUnavailable(`The database ${path} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

async function openHandle(path: string): Promise<LibsqlDatabase.Database> {
  const handle = new LibsqlDatabase(path)
  try {
    // Set the timeout first: the next pragmas may already conflict with another process.
    handle.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    // SQLite ignores its timeout when two processes switch a new file to WAL at once.
    await retryWhileBusy(() => handle.pragma('journal_mode = WAL'))
    for (const pragma of pragmas) handle.pragma(pragma)
    return handle
  } catch (error) {
    handle.close()
    throw error
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'SQLITE_NOTADB') return 'the file is not an SQLite database'
  if (code === 'SQLITE_BUSY') return 'another process has locked it'
  // libsql has no code for it, only the number of SQLITE_CANTOPEN in the message.
  if (/: 14"\)$/.test(message)) return 'the file cannot be read or created'
  return message.replace(/\.$/, '')
}

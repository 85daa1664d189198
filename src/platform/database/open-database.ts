import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult, sql } from 'kysely'
import LibsqlDatabase from 'libsql'
import { systemClock } from '../clock.ts'
import type { Logger } from '../logging/log.ts'
import type { DeferredWrites } from './batches/deferred-writes.ts'
import type { Begun } from './batches/run-batch.ts'
import { createUnfinishedWrites } from './batches/unfinished-writes.ts'
import { createWriteQueue } from './batches/write-queue.ts'
import type { CommitListener, Database, Handle, With } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { logSlowQueries, type SlowQueryLog } from './log-slow-queries.ts'
import { connectInThread, toSqliteQuery } from './sqlite/connect-in-thread.ts'
import { makeSqliteFile } from './sqlite/make-sqlite-file.ts'
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './sqlite/retry-while-busy.ts'
import { connectHere, createSqliteDialect, noStreaming, resultOf } from './sqlite/sqlite-dialect.ts'
import { openSqliteReader } from './sqlite/sqlite-reader.ts'
import { type DeferredRuns, revive, type SqliteResponse } from './sqlite/sqlite-requests.ts'
import {
  READER_THREAD,
  SNAPSHOT_THREAD,
  sendToSqliteThread,
  threadOfWriter,
  waitForSqliteThread,
} from './sqlite/sqlite-threads.ts'
import { WriteWatch } from './write-watch.ts'

/** Send this many deferred writes ahead, so that the thread can begin while the batch continues. */
const SENT_AHEAD = 64

/** How often to look whether the file was written. */
const CHECK_INTERVAL_MS = 1_000
/** File systems round the time of a change. */
const FILE_TIME_MS = 2_000

let opened = 0

const pragmas = [
  // Durable before the response: in WAL mode only FULL syncs at each commit.
  'synchronous = FULL',
  'foreign_keys = ON',
  'cache_size = -65536',
  'temp_store = MEMORY',
]

interface DatabasePlace {
  databaseUrl: string | undefined
  replicaUrls?: readonly string[] | undefined
  dataDir: string
  /** statements that take at least this long are logged; undefined: none */
  slowQueryMs?: number | undefined
}

/**
 * `product` names the SQLite file or the PostgreSQL schema. A server on PostgreSQL passes `foreignWrites`, which say
 * when others have written. Throws DatabaseUnavailable.
 */
export async function openDatabase<Tables>(
  product: string,
  where: DatabasePlace,
  log: Logger,
  foreignWrites?: WriteWatch,
): Promise<Database<Tables>> {
  const { databaseUrl, replicaUrls, slowQueryMs } = where
  if (databaseUrl === undefined) {
    const slow = logSlowQueries(slowQueryMs, log, product)
    return openSqlite(join(where.dataDir, `${product}.db`), slow)
  }
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres({ url: databaseUrl, replicaUrls, slowQueryMs }, product, log, foreignWrites)
}

/**
 * Four connections to one file: a writer in its own thread, a reader that sees only committed data, a reader in a
 * thread for slow queries, and one in another thread for snapshots, since an open snapshot on the first reader would
 * show old data to all other requests.
 */
async function openSqlite<Tables>(path: string, slow: SlowQueryLog): Promise<Database<Tables>> {
  const handle = await openHere(path)
  const reader = new Kysely<With<Tables>>({
    ...slow,
    dialect: createSqliteDialect(connectHere(handle), async () => void handle.close()),
  })
  const thread = openSqliteWriter(path, ['busy_timeout = 0', ...pragmas])
  const writer = new Kysely<With<Tables>>({
    ...slow,
    dialect: createSqliteDialect(thread.connection, thread.close),
  })
  const [history, observer] = [READER_THREAD, SNAPSHOT_THREAD].map((number) => {
    const readOnly = [`busy_timeout = ${BUSY_TIMEOUT_MS}`, 'query_only = ON', ...pragmas]
    const { connection, close } = openSqliteReader(number, path, readOnly)
    return new Kysely<With<Tables>>({ ...slow, dialect: createSqliteDialect(connection, close) })
  }) as [Handle<Tables>, Handle<Tables>]
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
  const writes = watchFile(`${path}-wal`)
  let lastSnapshot: Promise<unknown> = Promise.resolve()
  return {
    engine: 'sqlite',
    read: reader,
    history: (_tenant, _position, work) => work(history),
    snapshot(work) {
      const mine = lastSnapshot.then(() => readSnapshot(observer, work))
      lastSnapshot = mine.catch(() => {})
      return mine
    },
    // SQLite has one writer, so all tenants share the write queue and the sync of its commits.
    write: (_tenant, job) => unfinished.track(queue(job)),
    onWrite: writes.onWrite,
    onCommit: (listener) => void listeners.push(listener),
    waiting: undefined,
    get oldestWriteSeconds() {
      return unfinished.seconds
    },
    link: undefined,
    async close() {
      writes.stop()
      await lastSnapshot
      await Promise.all([writer, reader, history, observer].map((db) => db.destroy()))
    },
  }
}

/** Every commit of any process appends to the write-ahead log. */
function watchFile(log: string): { onWrite(listener: () => void): void; stop(): void } {
  const writes = new WriteWatch()
  let lookedAt = 0
  let isStopped = false
  const timer = setInterval(async () => {
    const since = lookedAt
    lookedAt = systemClock.now()
    const isWritten = await stat(log).then(
      ({ mtimeMs }) => mtimeMs >= since - FILE_TIME_MS,
      () => true,
    )
    if (isWritten && !isStopped) writes.note()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    onWrite: (listener) => writes.onWrite(listener),
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Unlike in a transaction of Kysely, queries need not wait for each other's results. */
async function readSnapshot<Tables, T>(
  observer: Handle<Tables>,
  work: (db: Handle<Tables>) => Promise<T>,
): Promise<T> {
  await sql`begin`.execute(observer)
  try {
    return await work(observer)
  } finally {
    await sql`rollback`.execute(observer)
  }
}

async function openHere(path: string): Promise<LibsqlDatabase.Database> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    makeSqliteFile(path)
    return await openHandle(path)
  } catch (error) {
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

interface SqliteWriter {
  readonly connection: DatabaseConnection
  begin(): Promise<Begun>
  /** Defers the writes of one attempt of a batch. */
  defer(): Promise<DeferredWrites>
  close(): Promise<void>
}

/** A connection whose statements run in the writer thread. The file must exist. */
function openSqliteWriter(path: string, pragmas: readonly string[]): SqliteWriter {
  opened += 1
  const writer = opened
  const number = threadOfWriter(writer)
  let deferred = new Deferred(writer)
  const thread = connectInThread(number, writer, path, pragmas)
  let version: number | undefined

  return {
    connection: {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        await thread.opened()
        const request = { connection: writer, deferred: deferred.take(), query: toSqliteQuery(query) }
        // A commit waits for the disk.
        const response =
          query.sql === 'commit'
            ? await sendToSqliteThread(number, request)
            : waitForSqliteThread(number, request)
        deferred.check(response)
        if (response.error) throw revive(response.error)
        return resultOf(response)
      },
      streamQuery: noStreaming,
    },
    async begin() {
      await thread.opened()
      // Another process may be writing. The thread itself must not wait: it also serves other writers.
      const { rows } = await retryWhileBusy(() => thread.request({ begin: writer }))
      const before = version
      version = (rows[0] as { data_version: number }).data_version
      return { isAlone: version === before }
    },
    async defer() {
      deferred = new Deferred(writer)
      return deferred
    },
    close: thread.close,
  }
}

class Deferred implements DeferredWrites {
  count = 0
  failed = false
  readonly #writer: number
  #runs: DeferredRuns = nothing()
  #ended = false

  constructor(writer: number) {
    this.#writer = writer
  }

  push(text: string, parameters: readonly unknown[]): void {
    if (this.#ended) throw new Error('A write was deferred after its batch had ended.')
    const { texts, widths, order, values } = this.#runs
    let index = texts.indexOf(text)
    if (index < 0) {
      index = texts.push(text) - 1
      widths.push(parameters.length)
    }
    order.push(index)
    for (const parameter of parameters) values.push(parameter)
    this.count += 1
    if (order.length === SENT_AHEAD) {
      const request = { connection: this.#writer, deferred: this.take() }
      void sendToSqliteThread(threadOfWriter(this.#writer), request).then((response) => this.check(response))
    }
  }

  take(): DeferredRuns | undefined {
    if (this.#runs.order.length === 0) return undefined
    const runs = this.#runs
    this.#runs = nothing()
    return runs
  }

  check(response: SqliteResponse): void {
    if (response.ofDeferred) this.failed = true
  }

  end(): void {
    this.#ended = true
  }

  drop(): void {
    this.#ended = true
    this.#runs = nothing()
  }
}

const nothing = (): DeferredRuns => ({ texts: [], widths: [], order: [], values: [] })

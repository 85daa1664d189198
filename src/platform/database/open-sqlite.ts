import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import LibsqlDatabase from 'libsql'
import type { Database, With } from './database.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { createWriteLane } from './write-lane.ts'

/**
 * Three handles on one file: a writer, a reader that sees only what is committed, and one for snapshots,
 * since an open snapshot on the reader would show old data to everybody else.
 */
export function openSqlite<Tables>(path: string): Database<Tables> {
  mkdirSync(dirname(path), { recursive: true })
  const open = () => new Kysely<With<Tables>>({ dialect: createSqliteDialect(openHandle(path)) })
  const writer = open()
  const reader = open()
  const observer = open()
  const lane = createWriteLane<Tables>(
    writer,
    'begin immediate',
    () => new Promise((next) => setImmediate(next)),
  )
  let lastSnapshot: Promise<unknown> = Promise.resolve()
  return {
    engine: 'sqlite',
    read: reader,
    snapshot(work) {
      const mine = lastSnapshot.then(() => observer.transaction().execute((db) => work(db)))
      lastSnapshot = mine.catch(() => {})
      return mine
    },
    // SQLite has one writer, so all tenants share the lane and the sync of its commits.
    write: (_tenant, job) => lane(job),
    async close() {
      await lastSnapshot
      await Promise.all([writer.destroy(), reader.destroy(), observer.destroy()])
    },
  }
}

function openHandle(path: string) {
  const handle = new LibsqlDatabase(path)
  // First of all the patience: the pragmas after it may already meet another process.
  handle.pragma('busy_timeout = 10000')
  handle.pragma('journal_mode = WAL')
  // Durable before the answer: in WAL mode only FULL syncs at each commit.
  handle.pragma('synchronous = FULL')
  handle.pragma('foreign_keys = ON')
  handle.pragma('cache_size = -65536')
  handle.pragma('temp_store = MEMORY')
  return handle
}

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql'
import { retryWhileBusy } from '../database/sqlite/retry-while-busy.ts'
import { NodeRefused } from './join-nodes.ts'

export const LOCK_FILE = 'server.lock'

/** How long to wait for a server that is stopping. */
const TIMEOUT_MS = 3000

/**
 * Only one server per folder: its memory is ahead of its files. The lock is an open transaction on a small SQLite file,
 * so the operating system releases it however the process ends. Commands do not take it: they may run beside a server.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const path = join(dataDir, LOCK_FILE)
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600 })
  const handle = new LibsqlDatabase(path)
  try {
    handle.pragma('busy_timeout = 0')
    await retryWhileBusy(() => handle.exec('begin exclusive'), TIMEOUT_MS)
  } catch (error) {
    handle.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new NodeRefused(
      `Another server uses DATA_DIR ${dataDir}. Stop it, or give this one another DATA_DIR. Several servers on the same data need PostgreSQL: set DATABASE_URL.`,
    )
  }
  return () => {
    // The driver closes the file only when its statements are garbage collected.
    handle.exec('rollback')
    handle.close()
  }
}

import { isConnectionLost } from './database/batches/connection-lost.ts'

/** What is wrong with the storage: no room, or the database or the file store is unreachable. */
export type StorageFailure = 'full' | 'away' | 'files away'

const full = /^(SQLITE_FULL|53100|ENOSPC|EDQUOT|S3_FULL)/
/** PostgreSQL: too many connections, read-only, a deadlock, a lock or a statement that took too long. */
const away = /^(SQLITE_(IOERR|BUSY|CANTOPEN|READONLY)|53\w{3}|25006|40P01|55P03|57014)/

/** undefined: the error has another cause. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as Error & { code?: unknown }
  const reason = typeof code === 'string' ? code : ''
  if (full.test(reason)) return 'full'
  if (reason === 'S3_AWAY') return 'files away'
  return away.test(reason) || isConnectionLost(error) ? 'away' : undefined
}

import { ConfigError } from '../config.ts'
import { BackupRefused } from '../platform/backup/backup-manifest.ts'

/** What the disk or its owner does not allow is told as a sentence; the rest is a fault of ours. */
export function explainBackupError(error: unknown): unknown {
  if (error instanceof BackupRefused) return new ConfigError(error.message)
  const { code, message } = error as { code?: unknown; message?: string }
  const isOfDisk = typeof code === 'string' && /^(E[A-Z]+|SQLITE_[A-Z_]+)$/.test(code)
  return isOfDisk ? new ConfigError(`It could not be done: ${message}.`) : error
}

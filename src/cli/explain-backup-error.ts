import { ConfigError } from '../config/config.ts'
import { BackupRefused } from '../platform/backup/backup-manifest.ts'

/** Errors of the disk are shown as a sentence; all others are bugs. */
export function explainBackupError(error: unknown): unknown {
  if (error instanceof BackupRefused) return new ConfigError(error.message)
  const { code, message } = error as { code?: unknown; message?: string }
  const isDiskError = typeof code === 'string' && /^(E[A-Z]+|SQLITE_[A-Z_]+)$/.test(code)
  return isDiskError ? new ConfigError(`The disk or its permissions do not allow it: ${message}.`) : error
}

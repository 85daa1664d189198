import { ConfigError } from '../config/config.ts'
import { BackupRefused } from '../platform/backup/backup-manifest.ts'
import { ForeignBucket, ObjectStoreFailed } from '../platform/objects/object-store.ts'

/** Errors of the disk and of the bucket are shown as a sentence; all others are bugs. */
export function explainBackupError(error: unknown): unknown {
  if (error instanceof BackupRefused || error instanceof ForeignBucket) return new ConfigError(error.message)
  if (error instanceof ObjectStoreFailed)
    return new ConfigError(`The store of the bucket failed: ${error.reason}.`)
  const { code, message } = error as { code?: unknown; message?: string }
  const isDiskError = typeof code === 'string' && /^(E[A-Z]+|SQLITE_[A-Z_]+)$/.test(code)
  return isDiskError ? new ConfigError(`The disk or its permissions do not allow it: ${message}.`) : error
}

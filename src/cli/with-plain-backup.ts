import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { withBucketBackup } from '../platform/backup/bucket-backup.ts'
import { withDecryptedBackup } from '../platform/backup/encrypted-backup.ts'
import { ENCRYPTED } from '../platform/backup/packed-backup.ts'
import { bucketPlace } from './bucket-place.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { UsageMistake } from './usage-mistake.ts'

/** Fetches and decrypts a backup for the time of the work. */
export async function withPlainBackup<T>(
  backup: string,
  identity: string | undefined,
  config: Config,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const isEncrypted = backup.endsWith(ENCRYPTED)
  if (isEncrypted !== (identity !== undefined)) {
    throw new UsageMistake(
      isEncrypted
        ? 'The backup is encrypted: name the file of the identity with --identity.'
        : `--identity is for encrypted backups (*${ENCRYPTED}).`,
    )
  }
  const place = bucketPlace(backup, config)
  try {
    if (place) return await withBucketBackup(place, identity, work)
    if (identity !== undefined) return await withDecryptedBackup(resolve(backup), identity, work)
  } catch (error) {
    throw explainBackupError(error)
  }
  return work(resolve(backup))
}

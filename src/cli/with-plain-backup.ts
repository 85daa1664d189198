import { withDecryptedBackup } from '../platform/backup/encrypted-backup.ts'
import { ENCRYPTED } from '../platform/backup/prune-backups.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { UsageMistake } from './usage-mistake.ts'

/** Decrypts an encrypted backup for the time of the work. */
export async function withPlainBackup<T>(
  backup: string,
  identity: string | undefined,
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
  if (identity === undefined) return work(backup)
  return withDecryptedBackup(backup, identity, work).catch((error) => {
    throw explainBackupError(error)
  })
}

import { keptContentKinds } from '../chat/chat-content-kinds.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { isBucketName } from '../config/read-object-store-settings.ts'
import { BUCKET_RETRY_AFTER_MS, type BucketPlace } from '../platform/backup/bucket-backup.ts'
import { ENCRYPTED, PACKED } from '../platform/backup/packed-backup.ts'
import { createLogger } from '../platform/logging/log.ts'
import { type ObjectStore, openObjectStore } from '../platform/objects/object-store.ts'
import type { ObjectStoreSettings } from '../platform/objects/object-store-settings.ts'
import { telephonyContentKinds } from '../telephony/telephony-content-kinds.ts'
import { UsageMistake } from './usage-mistake.ts'

/** The folders of a backup whose files may be in the bucket of the server. */
export const fileKinds = [...keptContentKinds, ...telephonyContentKinds]

/** The bucket with the files of the server. `owner`: see ObjectStore.claim, which is not called for a backup. */
export const openFiles = (settings: ObjectStoreSettings, owner = ''): ObjectStore =>
  openObjectStore(settings, owner, createLogger('silent'), BUCKET_RETRY_AFTER_MS)

const SCHEME = 's3://'
const MAX_LENGTH = 500

/** The place of a backup such as `s3://bucket/acme/monday.tar`. undefined: it is a path of the disk. */
export function bucketPlace(text: string, { backupStore }: Config): BucketPlace | undefined {
  if (!text.startsWith(SCHEME)) return undefined
  const [bucket, ...folders] = text.slice(SCHEME.length).split('/')
  const name = folders.pop()
  const isPlain = (part: string) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part)
  const isValid = isBucketName(bucket!) && name !== undefined && [...folders, name].every(isPlain)
  const hasEnd = name?.endsWith(PACKED) || name?.endsWith(ENCRYPTED)
  if (!isValid || !hasEnd || text.length > MAX_LENGTH) {
    throw new UsageMistake(
      `A backup in a bucket is named like ${SCHEME}bucket/folder/monday${PACKED}, or *${ENCRYPTED} if it is encrypted; ` +
        'folder and name consist of letters, digits and . _ -.',
    )
  }
  if (!backupStore) {
    throw new ConfigError(
      'Set BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or S3_ACCESS_KEY and S3_SECRET_KEY, for backups in a bucket.',
    )
  }
  const settings = { ...backupStore, bucket: bucket!, prefix: folders.map((folder) => `${folder}/`).join('') }
  return { objects: openFiles(settings), name, address: text }
}

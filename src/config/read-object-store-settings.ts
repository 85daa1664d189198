import type { ObjectStoreSettings } from '../platform/objects/object-store-settings.ts'
import { trimEnd } from '../platform/trim-characters.ts'
import { ConfigError } from './config-error.ts'
import { address, yesOrNo } from './setting-values.ts'

/** undefined: files are in the data folder or in PostgreSQL. Naming the bucket switches the object store on. */
export function readObjectStoreSettings(
  read: (name: string) => string | undefined,
): ObjectStoreSettings | undefined {
  const bucket = read('S3_BUCKET')
  if (bucket === undefined) return undefined
  if (!isBucketName(bucket)) throw new ConfigError(`S3_BUCKET must be the name of a bucket, not '${bucket}'.`)
  const [accessKey, secretKey] = [read('S3_ACCESS_KEY'), read('S3_SECRET_KEY')]
  if (!accessKey || !secretKey) throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY.')
  const region = read('S3_REGION') ?? 'us-east-1'
  return Object.freeze({
    bucket,
    region,
    endpoint: origin('S3_ENDPOINT', read('S3_ENDPOINT')) ?? `https://s3.${region}.amazonaws.com`,
    prefix: prefix(read('S3_PREFIX')),
    accessKey,
    secretKey,
    publicEndpoint: origin('S3_PUBLIC_ENDPOINT', read('S3_PUBLIC_ENDPOINT')),
    mayDelete: yesOrNo('S3_DELETE', read('S3_DELETE'), true),
  })
}

export const isBucketName = (text: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)

/** How to reach the store with the backups, whose bucket the command names. undefined: no keys are set. */
export type BackupStoreSettings = Omit<ObjectStoreSettings, 'bucket' | 'prefix'>

/** Each setting is that of the files, unless it is set for the backups. */
export function readBackupStoreSettings(
  read: (name: string) => string | undefined,
): BackupStoreSettings | undefined {
  const ownKeys = read('BACKUP_S3_ACCESS_KEY') !== undefined || read('BACKUP_S3_SECRET_KEY') !== undefined
  const keys = ownKeys ? 'BACKUP_S3' : 'S3'
  const [accessKey, secretKey] = [read(`${keys}_ACCESS_KEY`), read(`${keys}_SECRET_KEY`)]
  if (ownKeys && (!accessKey || !secretKey)) {
    throw new ConfigError('BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY belong together.')
  }
  const region = read('BACKUP_S3_REGION') ?? read('S3_REGION') ?? 'us-east-1'
  const endpoint =
    origin('BACKUP_S3_ENDPOINT', read('BACKUP_S3_ENDPOINT')) ?? origin('S3_ENDPOINT', read('S3_ENDPOINT'))
  if (!accessKey || !secretKey) return undefined
  return Object.freeze({
    region,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    accessKey,
    secretKey,
    publicEndpoint: undefined,
    mayDelete: true,
  })
}

/** Requests are signed with the path, so the address has none of its own. */
function origin(name: string, text: string | undefined): string | undefined {
  const checked = address(name, text, ['https:', 'http:'])
  if (checked === undefined) return undefined
  if (new URL(checked).origin !== trimEnd(checked, '/')) {
    throw new ConfigError(`${name} must be like https://s3.example.com, without a path or a name of a user.`)
  }
  return trimEnd(checked, '/')
}

function prefix(text = ''): string {
  if (!/^[\w./-]{0,200}$/.test(text)) {
    throw new ConfigError('S3_PREFIX may contain letters, digits and . _ - / only.')
  }
  return text === '' ? '' : `${trimEnd(text, '/')}/`
}

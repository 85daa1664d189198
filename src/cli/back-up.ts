import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { noteBackup, noteFailedBackup } from '../platform/backup/last-backup.ts'
import { makeBackup } from '../platform/backup/make-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { fileKinds, openFiles } from './bucket-place.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { requireDataFolder } from './require-data-folder.ts'

export interface BackUpOptions {
  /** the folder in which the backup is made */
  target: string
  /** where it ends up, for the operator */
  name: string
  withKey: boolean
  /** Files in a bucket stay there alone. */
  withoutFiles: boolean
}

/** Whether the data of these settings is here, so that the metrics can say how its backups went. */
export const isAtHome = ({ dataDir, databaseUrl }: Config): boolean =>
  existsSync(databaseUrl === undefined ? join(dataDir, 'chat.db') : dataDir)

/**
 * Makes a backup, says so, and notes for the metrics how it went. With `send`, the folder is only a step: `send` brings
 * it to its place.
 */
export async function backUp(
  config: Config,
  { target, name, withKey, withoutFiles }: BackUpOptions,
  send?: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl, secretKey, objectStore } = config
  const isPostgres = databaseUrl !== undefined
  if (isPostgres) requireDataFolder(dataDir)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const plan = {
    dataDir,
    postgres: isPostgres ? { url: databaseUrl, environment: config.postgresEnvironment } : undefined,
    databases: isPostgres ? [] : ['chat.db', 'telephony.db'],
    folders: isPostgres ? [] : [...fileKinds, 'mails'],
    bucket: objectStore && !withoutFiles ? { objects: openFiles(objectStore), kinds: fileKinds } : undefined,
    withKey: withKey && secretKey === undefined,
    filesElsewhere: objectStore !== undefined && withoutFiles,
    target,
    isPassing: send !== undefined,
    signal: stopping.signal,
  }
  const making = makeBackup(plan, systemClock, send && (() => send(stopping.signal)))
  const { files, bytes, holdsKey } = await making.catch(async (error) => {
    if (isAtHome(config)) await noteFailedBackup(dataDir, systemClock).catch(() => {})
    if (stopping.signal.aborted)
      throw new ConfigError('The backup was interrupted. Its partial files were removed.')
    throw explainBackupError(error)
  })
  await noteBackup(dataDir, systemClock, { bytes, hasFiles: plan.bucket !== undefined })
  console.log(`Backed up ${files} files, ${bytes} bytes, to ${name}.`)
  if (plan.filesElsewhere) {
    console.log(`Files in the bucket ${objectStore!.bucket} are not part of it: see docs/operations.md.`)
  }
  const key = secretKey === undefined ? join(dataDir, KEY_FILE) : 'SECRET_KEY'
  console.log(
    holdsKey
      ? 'The backup includes the secret key, which decrypts all stored secrets: protect it like the server.'
      : `The backup does not include the secret key: keep a copy of ${key} in another place.`,
  )
}

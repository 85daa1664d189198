import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keptContentKinds } from '../chat/chat-content-kinds.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { noteBackup, noteFailedBackup } from '../platform/backup/last-backup.ts'
import { makeBackup } from '../platform/backup/make-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { telephonyContentKinds } from '../telephony/telephony-content-kinds.ts'
import { explainBackupError } from './explain-backup-error.ts'

export interface BackUpOptions {
  /** the folder in which the backup is made */
  target: string
  /** where it ends up, for the operator */
  name: string
  withKey: boolean
}

/**
 * Makes a backup, says so, and notes for the metrics how it went. With `send`, the folder is only a step: `send` brings
 * it to its place.
 */
export async function backUp(
  config: Config,
  { target, name, withKey }: BackUpOptions,
  send?: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { dataDir, secretKey, objectStore } = config
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const plan = {
    dataDir,
    databases: ['chat.db', 'telephony.db'],
    folders: [...keptContentKinds, ...telephonyContentKinds, 'mails'],
    withKey: withKey && secretKey === undefined,
    filesElsewhere: objectStore !== undefined,
    target,
    isPassing: send !== undefined,
    signal: stopping.signal,
  }
  const making = makeBackup(plan, systemClock, send && (() => send(stopping.signal)))
  const { files, bytes, holdsKey } = await making.catch(async (error) => {
    if (existsSync(join(dataDir, 'chat.db'))) await noteFailedBackup(dataDir, systemClock).catch(() => {})
    if (stopping.signal.aborted)
      throw new ConfigError('The backup was interrupted. Its partial files were removed.')
    throw explainBackupError(error)
  })
  await noteBackup(dataDir, systemClock, bytes)
  console.log(`Backed up ${files} files, ${bytes} bytes, to ${name}.`)
  if (objectStore) {
    console.log(`Files in the bucket ${objectStore.bucket} are not part of it: see docs/operations.md.`)
  }
  const key = secretKey === undefined ? join(dataDir, KEY_FILE) : 'SECRET_KEY'
  console.log(
    holdsKey
      ? 'The backup includes the secret key, which decrypts all stored secrets: protect it like the server.'
      : `The backup does not include the secret key: keep a copy of ${key} in another place.`,
  )
}

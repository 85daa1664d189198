import { join, resolve } from 'node:path'
import { keptContentKinds } from '../chat/chat-content-kinds.ts'
import { ConfigError } from '../config/config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { noteBackup } from '../platform/backup/last-backup.ts'
import { makeBackup } from '../platform/backup/make-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { telephonyContentKinds } from '../telephony/telephony-content-kinds.ts'
import { command } from './command.ts'
import { explainBackupError } from './explain-backup-error.ts'

export const backupCommand = command({
  usage: 'FOLDER [--with-key]',
  arguments: ['FOLDER'],
  options: { 'with-key': { type: 'boolean' } },
  async run({ positionals: [folder], values }, { databaseUrl, dataDir, secretKey }) {
    if (databaseUrl !== undefined) {
      throw new ConfigError(
        'On PostgreSQL everything is in the database: back it up with pg_dump or pg_basebackup, and keep SECRET_KEY.',
      )
    }
    const target = resolve(folder!)
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    const plan = {
      dataDir,
      databases: ['chat.db', 'telephony.db'],
      folders: [...keptContentKinds, ...telephonyContentKinds, 'mails'],
      withKey: values['with-key'] === true && secretKey === undefined,
      target,
      signal: stopping.signal,
    }
    const { files, bytes, holdsKey } = await makeBackup(plan, systemClock).catch((error) => {
      if (stopping.signal.aborted)
        throw new ConfigError('The backup was interrupted. Its partial files were removed.')
      throw explainBackupError(error)
    })
    await noteBackup(dataDir, systemClock)
    console.log(`Backed up ${files} files, ${bytes} bytes, to ${target}.`)
    const key = secretKey === undefined ? join(dataDir, KEY_FILE) : 'SECRET_KEY'
    console.log(
      holdsKey
        ? 'The backup includes the secret key, which decrypts all stored secrets: protect it like the server.'
        : `The backup does not include the secret key: keep a copy of ${key} in another place.`,
    )
  },
})

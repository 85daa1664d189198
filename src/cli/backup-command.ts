import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { filesNamedByChat, keptContentKinds } from '../chat/chat-content-kinds.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { encryptBackup } from '../platform/backup/encrypted-backup.ts'
import { noteBackup, noteFailedBackup, noteVerifiedBackup } from '../platform/backup/last-backup.ts'
import { makeBackup } from '../platform/backup/make-backup.ts'
import { ENCRYPTED, pruneBackups } from '../platform/backup/prune-backups.ts'
import { verifyBackup } from '../platform/backup/verify-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { filesNamedByTelephony, telephonyContentKinds } from '../telephony/telephony-content-kinds.ts'
import { command } from './command.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withPlainBackup } from './with-plain-backup.ts'

export const backupCommand = command({
  usage: 'FOLDER [--with-key] [--keep NUMBER] [--encrypt-to RECIPIENT] | --verify FOLDER [--identity FILE]',
  arguments: ['FOLDER'],
  options: {
    'with-key': { type: 'boolean' },
    keep: { type: 'string' },
    'encrypt-to': { type: 'string' },
    verify: { type: 'boolean' },
    identity: { type: 'string' },
  },
  async run({ positionals: [folder], values }, config) {
    const target = resolve(folder!)
    const keep = readKeep(values.keep)
    if (values.verify) {
      if (values['with-key'] || keep !== undefined || values['encrypt-to'] !== undefined) {
        throw new UsageMistake('--verify takes no other option than --identity.')
      }
      return withPlainBackup(target, values.identity, (plain) => verify(plain, config))
    }
    if (values.identity !== undefined) throw new UsageMistake('--identity is for --verify.')
    if (config.databaseUrl !== undefined) {
      throw new ConfigError(
        'On PostgreSQL everything is in the database: back it up with pg_dump or pg_basebackup, and keep SECRET_KEY.',
      )
    }
    const recipient = values['encrypt-to']
    if (recipient === undefined) {
      await backUp(target, config, values['with-key'] === true)
      if (keep !== undefined) await verify(target, config)
    } else await backUpEncrypted(target, config, { withKey: values['with-key'] === true, recipient })
    if (keep === undefined) return
    const deleted = await pruneBackups(target, keep)
    for (const path of deleted) console.log(`Deleted the old backup ${path}.`)
  },
})

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageMistake('--keep must be a number from 1 to 99999.')
  return Number(text)
}

/** The folder is proved before it is encrypted: nobody here has the identity. */
async function backUpEncrypted(
  target: string,
  config: Config,
  { withKey, recipient }: { withKey: boolean; recipient: string },
): Promise<void> {
  if (!target.endsWith(ENCRYPTED)) throw new UsageMistake(`With --encrypt-to, name a file *${ENCRYPTED}.`)
  if (existsSync(target)) throw new ConfigError(`${target} exists already.`)
  const plain = `${target}.plain`
  try {
    await backUp(plain, config, withKey)
    await verify(plain, config)
    await encryptBackup(plain, target, recipient).catch(async (error) => {
      await noteFailedBackup(config.dataDir, systemClock)
      throw explainBackupError(error)
    })
  } finally {
    await rm(plain, { recursive: true, force: true })
  }
  console.log(`Encrypted it as ${target}. Only the identity of ${recipient} opens it.`)
}

async function backUp(target: string, config: Config, withKey: boolean): Promise<void> {
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
    signal: stopping.signal,
  }
  const { files, bytes, holdsKey } = await makeBackup(plan, systemClock).catch(async (error) => {
    if (existsSync(join(dataDir, 'chat.db'))) await noteFailedBackup(dataDir, systemClock).catch(() => {})
    if (stopping.signal.aborted)
      throw new ConfigError('The backup was interrupted. Its partial files were removed.')
    throw explainBackupError(error)
  })
  await noteBackup(dataDir, systemClock, bytes)
  console.log(`Backed up ${files} files, ${bytes} bytes, to ${target}.`)
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

/** Works on any machine that has the backup. Where the data is, too, the metrics say when this was done. */
async function verify(folder: string, { dataDir, databaseUrl }: Config): Promise<void> {
  const names = [...filesNamedByChat, ...filesNamedByTelephony]
  const isAtHome = databaseUrl === undefined && existsSync(join(dataDir, 'chat.db'))
  const { manifest, named } = await verifyBackup(folder, names).catch(async (error) => {
    if (isAtHome) await noteFailedBackup(dataDir, systemClock).catch(() => {})
    throw explainBackupError(error)
  })
  if (isAtHome) await noteVerifiedBackup(dataDir, systemClock)
  const elsewhere = manifest.files_elsewhere ? ' Its files are in a bucket, which was not checked.' : ''
  console.log(
    `The backup of ${manifest.started_at} is whole: ${manifest.files} files, ${manifest.bytes} bytes, ` +
      `${manifest.databases.length} valid databases, and all ${named} files that they name.${elsewhere}`,
  )
}

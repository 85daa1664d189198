import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { filesNamedByChat } from '../chat/chat-content-kinds.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { type BucketPlace, checkIsFree, pruneBucket, sendBackup } from '../platform/backup/bucket-backup.ts'
import { encryptBackup } from '../platform/backup/encrypted-backup.ts'
import { noteFailedBackup, noteVerifiedBackup } from '../platform/backup/last-backup.ts'
import { checkPublicKey, ENCRYPTED } from '../platform/backup/packed-backup.ts'
import { pruneBackups } from '../platform/backup/prune-backups.ts'
import { verifyBackup } from '../platform/backup/verify-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { filesNamedByTelephony } from '../telephony/telephony-content-kinds.ts'
import { backUp, isAtHome } from './back-up.ts'
import { bucketPlace } from './bucket-place.ts'
import { command } from './command.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withPlainBackup } from './with-plain-backup.ts'

/** Where a backup waits until it is sent, beside the files: their bytes are linked, not copied. */
const PASSING_FOLDER = 'backup-to-send'

export const backupCommand = command({
  usage:
    'PLACE [--with-key] [--without-files] [--keep NUMBER] [--encrypt-to RECIPIENT] | --verify PLACE [--identity FILE]',
  arguments: ['PLACE'],
  options: {
    'with-key': { type: 'boolean' },
    'without-files': { type: 'boolean' },
    keep: { type: 'string' },
    'encrypt-to': { type: 'string' },
    verify: { type: 'boolean' },
    identity: { type: 'string' },
  },
  async run({ positionals: [place], values }, config) {
    const keep = readKeep(values.keep)
    if (values.verify) {
      if (
        values['with-key'] ||
        values['without-files'] ||
        keep !== undefined ||
        values['encrypt-to'] !== undefined
      ) {
        throw new UsageMistake('--verify takes no other option than --identity.')
      }
      return withPlainBackup(place!, values.identity, config, (plain) => verify(plain, config))
    }
    if (values.identity !== undefined) throw new UsageMistake('--identity is for --verify.')
    const bucket = bucketPlace(place!, config)
    const withoutFiles = values['without-files'] === true
    if (withoutFiles && config.objectStore === undefined) {
      throw new UsageMistake('--without-files is for files in a bucket, and S3_BUCKET is not set.')
    }
    const options = { withKey: values['with-key'] === true, withoutFiles, recipient: values['encrypt-to'] }
    checkRecipient(place!, options.recipient)
    if (bucket) return backUpToBucket(bucket, config, { ...options, keep })
    const target = resolve(place!)
    if (options.recipient !== undefined) {
      await backUpEncrypted(target, config, { ...options, recipient: options.recipient })
    } else {
      await backUp(config, { target, name: target, ...options })
      if (keep !== undefined) await verify(target, config)
    }
    if (keep !== undefined) sayDeleted(await pruneBackups(target, keep))
  },
})

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageMistake('--keep must be a number from 1 to 99999.')
  return Number(text)
}

function checkRecipient(place: string, recipient: string | undefined): void {
  const isNamed = place.endsWith(ENCRYPTED)
  if (recipient === undefined) {
    if (isNamed) throw new UsageMistake(`Name the public key for ${place} with --encrypt-to.`)
    return
  }
  if (!isNamed) throw new UsageMistake(`With --encrypt-to, name a file *${ENCRYPTED}.`)
  try {
    checkPublicKey(recipient)
  } catch (error) {
    throw explainBackupError(error)
  }
}

function sayDeleted(names: readonly string[]): void {
  for (const name of names) console.log(`Deleted the old backup ${name}.`)
}

/** The folder is proved before it is encrypted: nobody here has the identity. */
async function backUpEncrypted(
  target: string,
  config: Config,
  { recipient, ...options }: { withKey: boolean; withoutFiles: boolean; recipient: string },
): Promise<void> {
  if (existsSync(target)) throw new ConfigError(`${target} exists already.`)
  const plain = `${target}.plain`
  await backUp(config, { target: plain, name: target, ...options }, async (signal) => {
    await verify(plain, config)
    await encryptBackup(plain, target, { recipient, signal })
  })
  console.log(`It is encrypted. Only the identity of ${recipient} opens it.`)
}

/** The folder is proved before it is sent, and old backups are deleted when the store has confirmed this one. */
async function backUpToBucket(
  place: BucketPlace,
  config: Config,
  options: {
    withKey: boolean
    withoutFiles: boolean
    recipient: string | undefined
    keep: number | undefined
  },
): Promise<void> {
  const { withKey, withoutFiles, recipient, keep } = options
  if (withKey && recipient === undefined) {
    throw new UsageMistake('The secret key goes into a bucket only with --encrypt-to.')
  }
  const target = join(config.dataDir, PASSING_FOLDER)
  await checkIsFree(place).catch(async (error) => {
    await noteFailedBackup(config.dataDir, systemClock).catch(() => {})
    throw explainBackupError(error)
  })
  await backUp(config, { target, name: place.address, withKey, withoutFiles }, async (signal) => {
    await verify(target, config)
    await sendBackup(target, place, { recipient, signal })
  })
  if (recipient !== undefined) console.log(`It is encrypted. Only the identity of ${recipient} opens it.`)
  if (keep === undefined) return
  sayDeleted(
    await pruneBucket(place, keep).catch((error) => {
      throw explainBackupError(error)
    }),
  )
}

/** Works on any machine that has the backup. Where the data is, too, the metrics say when this was done. */
async function verify(folder: string, config: Config): Promise<void> {
  const names = [...filesNamedByChat, ...filesNamedByTelephony]
  const { knownSteps } = await import('../server/start/database-migrations.ts')
  const isHere = isAtHome(config)
  const { manifest, named } = await verifyBackup(folder, names, {
    known: knownSteps,
    environment: config.postgresEnvironment,
  }).catch(async (error) => {
    if (isHere) await noteFailedBackup(config.dataDir, systemClock).catch(() => {})
    throw explainBackupError(error)
  })
  if (isHere) await noteVerifiedBackup(config.dataDir, systemClock)
  const { started_at: startedAt, files, bytes, postgres } = manifest
  const found = postgres
    ? `a dump of PostgreSQL ${postgres.version} that pg_restore reads to its end, with ${postgres.steps.chat.length} and ` +
      `${postgres.steps.telephony.length} migrations, all of which this version knows. Not checked: that a server takes it, ` +
      'and that every file is there that a row names.'
    : `${manifest.databases.length} valid databases, and all ${named} files that they name.`
  const elsewhere = manifest.files_elsewhere ? ' Its files are in a bucket, which was not checked.' : ''
  console.log(`The backup of ${startedAt} is whole: ${files} files, ${bytes} bytes, ${found}${elsewhere}`)
}

import { chatSealedColumns } from '../../chat/chat-sealed-columns.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import {
  type RecordedKey,
  readRecordedKey,
  replaceRecordedKey,
} from '../../platform/database/schema/key-fingerprint-store.ts'
import { changeSealed, type SealedColumns } from '../../platform/database/schema/sealed-column-store.ts'
import type { ExclusiveDatabase } from '../../platform/database/sqlite/open-sqlite-exclusively.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { adoptNewKey, newKeyFile, prepareNewKey } from '../../platform/secrets/new-master-key.ts'
import { createSecrets, hasMasterKey, type Secrets } from '../../platform/secrets/secrets.ts'
import { mailInvitationsAgain } from '../../telephony/company/invitations/invitation-store.ts'
import { telephonySealedColumns } from '../../telephony/telephony-sealed-columns.ts'
import { openSecrets, readKey } from '../start/load-secrets.ts'
import { withExclusiveData } from './with-exclusive-data.ts'

export interface Rotation {
  /** how many secrets are encrypted with the new key */
  chat: number
  telephony: number
}

/**
 * Encrypts everything with a new key. Each product is one transaction, which also records the key: after a crash the
 * same command continues with the product that still has the old one.
 */
export async function rotateSecretKey(config: Config, log: Logger): Promise<Rotation> {
  const { secretKey, dataDir } = config
  if (secretKey === undefined && !hasMasterKey(dataDir)) {
    throw new ConfigError(
      `SECRET_KEY is not set, and DATA_DIR ${dataDir} contains no key: there is nothing to rotate.`,
    )
  }
  return withExclusiveData(config, log, async ({ chat, telephony, checkExclusive }) => {
    const keys = { current: readKey(secretKey, dataDir), next: prepareNewKey(dataDir), checkExclusive }
    if (keys.current.equals(keys.next)) {
      throw new ConfigError(
        `${newKeyFile(dataDir)} contains the key that is in use. Delete it, then try again.`,
      )
    }
    const rotation = {
      chat: await rotate(chat, keys, chatSealedColumns),
      telephony: await rotate(telephony, keys, telephonySealedColumns, mailInvitationsAgain),
    }
    if (secretKey === undefined) adoptNewKey(dataDir)
    return rotation
  })
}

interface Keys {
  current: Buffer
  next: Buffer
  checkExclusive(): void
}

/** `finish`: runs after the key has changed. */
async function rotate<Tables>(
  { read }: ExclusiveDatabase<Tables>,
  { current, next, checkExclusive }: Keys,
  columns: readonly SealedColumns[],
  finish: (db: ExclusiveDatabase<Tables>['read']) => Promise<void> = async () => {},
): Promise<number> {
  const noted = await readRecordedKey(read)
  const nextSecrets = createSecrets(next)
  return read.transaction().execute(async (db) => {
    if (noted?.fingerprint !== nextSecrets.fingerprint) {
      const secrets = secretsOf(current, noted)
      for (const place of columns) {
        await changeSealed(db, place, (sealed) => nextSecrets.encrypt(open(secrets, sealed, place)))
      }
      const look_up_key_sealed = nextSecrets.encrypt(secrets.lookUpKey)
      await replaceRecordedKey(db, { fingerprint: nextSecrets.fingerprint, look_up_key_sealed })
      await finish(db)
    }
    const count = await countReadable(db, nextSecrets, columns)
    checkExclusive()
    return count
  })
}

/** Verifies before the commit that the new key decrypts everything. */
async function countReadable<Tables>(
  db: ExclusiveDatabase<Tables>['read'],
  secrets: Secrets,
  columns: readonly SealedColumns[],
): Promise<number> {
  let count = 0
  for (const place of columns) {
    count += await changeSealed(db, place, (sealed) => {
      open(secrets, sealed, place)
      return sealed
    })
  }
  return count
}

function secretsOf(current: Buffer, noted: RecordedKey | undefined): Secrets {
  const secrets = createSecrets(current)
  if (!noted) return secrets
  if (noted.fingerprint === secrets.fingerprint) return openSecrets(current, noted)
  throw new ConfigError(
    "This database's secrets were encrypted with neither the current nor the new key. Nothing was changed in it.",
  )
}

function open(secrets: Secrets, sealed: string, { table }: SealedColumns): string {
  try {
    return secrets.decrypt(sealed)
  } catch {
    throw new ConfigError(`A secret in the table ${table} cannot be decrypted. Nothing was changed in it.`)
  }
}

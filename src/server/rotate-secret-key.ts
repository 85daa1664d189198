import { chatSealedColumns } from '../chat/chat-sealed-columns.ts'
import { type Config, ConfigError } from '../config.ts'
import { type NotedKey, readNotedKey, replaceNotedKey } from '../platform/database/key-fingerprint-store.ts'
import type { AloneDatabase } from '../platform/database/open-alone.ts'
import { changeSealed, type SealedColumns } from '../platform/database/sealed-column-store.ts'
import type { Logger } from '../platform/log.ts'
import { adoptNewKey, newKeyFile, prepareNewKey } from '../platform/new-master-key.ts'
import { createSecrets, hasMasterKey, type Secrets } from '../platform/secrets.ts'
import { mailInvitationsAgain } from '../telephony/company/invitations/invitation-store.ts'
import { telephonySealedColumns } from '../telephony/telephony-sealed-columns.ts'
import { openSecrets, readKey } from './load-secrets.ts'
import { withDataAlone } from './with-data-alone.ts'

export interface Rotation {
  /** how many secrets are encrypted with the new key */
  chat: number
  telephony: number
}

/**
 * Encrypts everything with a new key. Each product is one transaction, which also notes the key: after a crash the same
 * command goes on with the product that still has the old one.
 */
export async function rotateSecretKey(config: Config, log: Logger): Promise<Rotation> {
  const { secretKey, dataDir } = config
  if (secretKey === undefined && !hasMasterKey(dataDir)) {
    throw new ConfigError(
      `SECRET_KEY is not set, and DATA_DIR ${dataDir} holds no key: there is nothing to rotate.`,
    )
  }
  return withDataAlone(config, log, async ({ chat, telephony }) => {
    const keys = { current: readKey(secretKey, dataDir), next: prepareNewKey(dataDir) }
    if (keys.current.equals(keys.next)) {
      throw new ConfigError(`${newKeyFile(dataDir)} holds the key that is in use. Delete it, then try again.`)
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
}

/** `finish`: what is left to do when the key is another. */
async function rotate<Tables>(
  { read }: AloneDatabase<Tables>,
  { current, next }: Keys,
  columns: readonly SealedColumns[],
  finish: (db: AloneDatabase<Tables>['read']) => Promise<void> = async () => {},
): Promise<number> {
  const noted = await readNotedKey(read)
  const nextSecrets = createSecrets(next)
  return read.transaction().execute(async (db) => {
    if (noted?.fingerprint !== nextSecrets.fingerprint) {
      const secrets = secretsOf(current, noted)
      for (const place of columns) {
        await changeSealed(db, place, (sealed) => nextSecrets.encrypt(open(secrets, sealed, place)))
      }
      const look_up_key_sealed = nextSecrets.encrypt(secrets.lookUpKey)
      await replaceNotedKey(db, { fingerprint: nextSecrets.fingerprint, look_up_key_sealed })
      await finish(db)
    }
    return countReadable(db, nextSecrets, columns)
  })
}

/** The proof at the end, before the commit: the new key opens everything. */
async function countReadable<Tables>(
  db: AloneDatabase<Tables>['read'],
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

function secretsOf(current: Buffer, noted: NotedKey | undefined): Secrets {
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

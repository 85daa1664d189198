import { type Config, ConfigError } from '../../config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  type RecordedKey,
  readRecordedKey,
  recordKey,
} from '../../platform/database/schema/key-fingerprint-store.ts'
import { hasNewKey } from '../../platform/secrets/new-master-key.ts'
import { createSecrets, hasMasterKey, loadMasterKey, type Secrets } from '../../platform/secrets/secrets.ts'

/**
 * Loads the key of these databases and refuses any other: with another key, new secrets would be unreadable to the
 * rest.
 */
export async function loadSecrets(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  databases: readonly Database<unknown>[],
): Promise<Secrets> {
  if (secretKey === undefined && !hasMasterKey(dataDir)) await checkMayCreateKey(dataDir, databases)
  const master = readKey(secretKey, dataDir)
  const { fingerprint } = createSecrets(master)
  let key: RecordedKey = { fingerprint, look_up_key_sealed: null }
  for (const database of databases) {
    key = await recordKey(database, key)
    if (key.fingerprint !== fingerprint) throw wrongKey(secretKey, dataDir)
  }
  return openSecrets(master, key)
}

/** Uses the look-up key that a database has recorded. */
export function openSecrets(master: Buffer, { look_up_key_sealed: sealed }: RecordedKey): Secrets {
  return createSecrets(master, sealed === null ? undefined : createSecrets(master).decrypt(sealed))
}

function wrongKey(secretKey: string | undefined, dataDir: string): ConfigError {
  const name = secretKey === undefined ? `The key in DATA_DIR ${dataDir}` : 'SECRET_KEY'
  const hint = hasNewKey(dataDir)
    ? 'A key rotation was interrupted, or its new key is not in use yet: run rotate-secret-key again, or set SECRET_KEY to the new key.'
    : ''
  return new ConfigError(`${name} is not the key that encrypted this database's secrets.${hint}`)
}

/** Keeps a useless key from being generated. */
async function checkMayCreateKey(dataDir: string, databases: readonly Database<unknown>[]): Promise<void> {
  for (const database of databases) {
    // A process that starts at the same time first writes the key, and then records it.
    if ((await readRecordedKey(database.read)) === undefined || hasMasterKey(dataDir)) continue
    throw new ConfigError(
      "SECRET_KEY is not set, and DATA_DIR does not contain the key that encrypted this database's secrets.",
    )
  }
}

export function readKey(secretKey: string | undefined, dataDir: string): Buffer {
  try {
    return loadMasterKey(secretKey, dataDir)
  } catch (error) {
    throw new ConfigError(`The secret key cannot be used: ${(error as Error).message}.`)
  }
}

import { type Config, ConfigError } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { noteKeyFingerprint, readKeyFingerprint } from '../platform/database/key-fingerprint-store.ts'
import { createSecrets, hasMasterKey, loadMasterKey, type Secrets } from '../platform/secrets.ts'

/** With the key of these databases and no other: what another one encrypts or looks up would be lost to the rest. */
export async function loadSecrets(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  databases: readonly Database<unknown>[],
): Promise<Secrets> {
  if (secretKey === undefined && !hasMasterKey(dataDir)) await checkMayMakeKey(dataDir, databases)
  const secrets = readSecrets(secretKey, dataDir)
  for (const database of databases) {
    if ((await noteKeyFingerprint(database, secrets.fingerprint)) === secrets.fingerprint) continue
    const name = secretKey === undefined ? `The key in DATA_DIR ${dataDir}` : 'SECRET_KEY'
    throw new ConfigError(`${name} is not the key with which this database's secrets were encrypted.`)
  }
  return secrets
}

/** Before a key is made that nobody could use. */
async function checkMayMakeKey(dataDir: string, databases: readonly Database<unknown>[]): Promise<void> {
  for (const database of databases) {
    // Whoever starts at the same time makes the key first, and then notes it.
    if ((await readKeyFingerprint(database)) === undefined || hasMasterKey(dataDir)) continue
    throw new ConfigError(
      "SECRET_KEY is not set, and DATA_DIR does not hold the key with which this database's secrets were encrypted.",
    )
  }
}

function readSecrets(secretKey: string | undefined, dataDir: string): Secrets {
  try {
    return createSecrets(loadMasterKey(secretKey, dataDir))
  } catch (error) {
    throw new ConfigError(`The key of the stored secrets cannot be used: ${(error as Error).message}.`)
  }
}

import { ConfigError } from '../../config/config-error.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { ForeignBucket, type ObjectStore, openObjectStore } from '../../platform/objects/object-store.ts'
import type { ObjectStoreSettings } from '../../platform/objects/object-store-settings.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** A store that does not respond keeps no server from starting: only files need it. */
export async function openFileStore(
  settings: ObjectStoreSettings,
  secrets: Secrets,
  log: Logger,
): Promise<ObjectStore> {
  // The look-up key stays when the secret key is rotated.
  const objects = openObjectStore(settings, secrets.hash('files of this installation'), log)
  try {
    await objects.claim()
  } catch (error) {
    if (error instanceof ForeignBucket) throw new ConfigError(error.message)
    // The store has logged it.
  }
  return objects
}

import {
  type LostChatSecrets,
  replaceLostChatSecrets,
} from '../chat/lost-secrets/replace-lost-chat-secrets.ts'
import { type Config, ConfigError } from '../config.ts'
import { readNotedKey, replaceNotedKey } from '../platform/database/key-fingerprint-store.ts'
import type { AloneDatabase } from '../platform/database/open-alone.ts'
import type { Logger } from '../platform/log.ts'
import { createSecrets, type Secrets } from '../platform/secrets.ts'
import {
  type LostTelephonySecrets,
  replaceLostTelephonySecrets,
} from '../telephony/replace-lost-telephony-secrets.ts'
import { readKey } from './load-secrets.ts'
import { withDataAlone } from './with-data-alone.ts'

/** undefined: the product has the key already */
export interface Replacement {
  chat: LostChatSecrets | undefined
  telephony: LostTelephonySecrets | undefined
}

/**
 * The way out when the key is gone: what it encrypted is given up and made anew, with SECRET_KEY or a key that is made in
 * DATA_DIR. Each product is one transaction, so after a crash the same command goes on.
 */
export async function replaceLostKey(config: Config, log: Logger): Promise<Replacement> {
  return withDataAlone(config, log, async ({ chat, telephony }) => {
    const secrets = createSecrets(readKey(config.secretKey, config.dataDir))
    const replaced = {
      chat: await replace(chat, secrets, (db) => replaceLostChatSecrets(db, secrets)),
      telephony: await replace(telephony, secrets, (db) => replaceLostTelephonySecrets(db, secrets)),
    }
    if (!replaced.chat && !replaced.telephony) {
      throw new ConfigError('The key is not lost: it opens the secrets of this data. See rotate-secret-key.')
    }
    return replaced
  })
}

function replace<Tables, Lost>(
  { read }: AloneDatabase<Tables>,
  { fingerprint }: Secrets,
  giveUp: (db: AloneDatabase<Tables>['read']) => Promise<Lost>,
): Promise<Lost | undefined> {
  return read.transaction().execute(async (db) => {
    if ((await readNotedKey(db))?.fingerprint === fingerprint) return undefined
    const lost = await giveUp(db)
    await replaceNotedKey(db, { fingerprint, look_up_key_sealed: null })
    return lost
  })
}

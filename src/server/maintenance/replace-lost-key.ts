import {
  type LostChatSecrets,
  replaceLostChatSecrets,
} from '../../chat/organization/replace-lost-chat-secrets.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { readRecordedKey, replaceRecordedKey } from '../../platform/database/schema/key-fingerprint-store.ts'
import type { ExclusiveDatabase } from '../../platform/database/sqlite/open-sqlite-exclusively.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { createSecrets, type Secrets } from '../../platform/secrets/secrets.ts'
import {
  type LostTelephonySecrets,
  replaceLostTelephonySecrets,
} from '../../telephony/replace-lost-telephony-secrets.ts'
import { readKey } from '../start/load-secrets.ts'
import { withExclusiveData } from './with-exclusive-data.ts'

/** undefined: the product already has the key */
export interface Replacement {
  chat: LostChatSecrets | undefined
  telephony: LostTelephonySecrets | undefined
}

/**
 * For a lost key: discards what it encrypted and generates new secrets, with SECRET_KEY or a new key in DATA_DIR. Each
 * product is one transaction, so the same command continues after a crash.
 */
export async function replaceLostKey(config: Config, log: Logger): Promise<Replacement> {
  return withExclusiveData(config, log, async ({ chat, telephony, checkExclusive }) => {
    const secrets = createSecrets(readKey(config.secretKey, config.dataDir))
    const replaced = {
      chat: await replace(chat, secrets, checkExclusive, (db) => replaceLostChatSecrets(db, secrets)),
      telephony: await replace(telephony, secrets, checkExclusive, (db) =>
        replaceLostTelephonySecrets(db, secrets),
      ),
    }
    if (!replaced.chat && !replaced.telephony) {
      throw new ConfigError(
        'The key is not lost: it decrypts the secrets of this data. See rotate-secret-key.',
      )
    }
    return replaced
  })
}

function replace<Tables, Lost>(
  { read }: ExclusiveDatabase<Tables>,
  { fingerprint }: Secrets,
  checkExclusive: () => void,
  replaceSecrets: (db: ExclusiveDatabase<Tables>['read']) => Promise<Lost>,
): Promise<Lost | undefined> {
  return read.transaction().execute(async (db) => {
    if ((await readRecordedKey(db))?.fingerprint === fingerprint) return undefined
    const lost = await replaceSecrets(db)
    await replaceRecordedKey(db, { fingerprint, look_up_key_sealed: null })
    checkExclusive()
    return lost
  })
}

import webPush from 'web-push'
import { NO_TENANT } from '../../platform/events/event-log.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { type PushKeysTable, pushKeysTable } from './push-tables.ts'

/** The key pair of this installation, made when it is first needed. A new one would end all subscriptions. */
export async function loadPushKey({ database, secrets }: ChatPlatform): Promise<PushKeysTable> {
  const known = await pushKeysTable.findBy(database.read, {})
  if (known) return known
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const row = { id: 1, public_key: publicKey, private_key_sealed: secrets.encrypt(privateKey) }
  return database.write(NO_TENANT, {
    async work({ db }) {
      // If two servers make one at once, the first one's stays.
      await pushKeysTable.insertIfAbsent(db, row)
      return (await pushKeysTable.findBy(db, {}))!
    },
  })
}

import type { ChatTransaction } from '../chat-platform.ts'
import { realmsTable } from '../identity/realms/realm.ts'
import { realmChanged, realmPropertyChanged } from '../identity/realms/realm-events.ts'
import { realmSettingFields } from '../identity/realms/realm-setting-fields.ts'
import { updateRealm } from '../identity/realms/realm-store.ts'
import type { Stream } from '../streams/stream.ts'

const names = [
  'notifications_stream_id',
  'signup_notifications_stream_id',
  'moderation_request_channel_id',
] as const

/** Clears the organization's settings that refer to an archived stream. */
export async function clearAnnouncementStream(transaction: ChatTransaction, stream: Stream): Promise<void> {
  const realm = (await realmsTable.find(transaction.db, { id: stream.realm_id }))!
  const concerned = names.filter((name) => realm.settings[name] === stream.id)
  if (concerned.length === 0) return
  const gone = Object.fromEntries(concerned.map((name) => [name, null]))
  await updateRealm(transaction.db, { ...realm, settings: { ...realm.settings, ...gone } })
  for (const name of concerned)
    transaction.announce(realmPropertyChanged(name, realmSettingFields[name].show(null)))
  transaction.announce(realmChanged(realm.id))
}

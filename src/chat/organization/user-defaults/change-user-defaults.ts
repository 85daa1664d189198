import type { ChatPlatform } from '../../chat-platform.ts'
import { recordOrganization } from '../../identity/audit/record-audit.ts'
import { realmsTable } from '../../identity/realms/realm.ts'
import { realmChanged, realmPropertyChanged } from '../../identity/realms/realm-events.ts'
import { updateRealm } from '../../identity/realms/realm-store.ts'
import type { Actor } from '../../identity/users/user.ts'
import { type UserDefaults, userDefaultNames, userDefaultsOf } from '../../identity/users/user-defaults.ts'
import { checkSettings } from '../../people/settings/check-setting.ts'
import { userDefaultChanged } from './user-default-events.ts'

/** For people who join from now on. */
export function changeUserDefaults(
  chat: ChatPlatform,
  actor: Actor,
  wanted: Partial<UserDefaults>,
): Promise<void> {
  checkSettings(wanted)
  return chat.transact(actor.realm.id, async (transaction) => {
    const realm = (await realmsTable.find(transaction.db, { id: actor.realm.id }))!
    const before = userDefaultsOf(realm)
    const changed = userDefaultNames.filter(
      (name) => wanted[name] !== undefined && wanted[name] !== before[name],
    )
    if (changed.length === 0) return
    const { twenty_four_hour_time: hours, ...rest } = { ...before, ...wanted }
    const settings = { ...realm.settings, default_twenty_four_hour_time: hours }
    await updateRealm(transaction.db, { ...realm, settings, user_defaults: JSON.stringify(rest) })
    for (const name of changed) transaction.announce(userDefaultChanged(name, wanted[name]!))
    if (changed.includes('twenty_four_hour_time')) {
      transaction.announce(realmPropertyChanged('default_twenty_four_hour_time', hours))
    }
    transaction.announce(realmChanged(realm.id))
    const shown = (values: Partial<UserDefaults>) =>
      Object.fromEntries(changed.map((name) => [name, values[name]]))
    const states = { before: shown(before), after: shown(wanted) }
    await recordOrganization(transaction, realm, 'user_defaults_changed', states)
  })
}

import type { ChatTransaction } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import { settingsOf, type UserSettings } from '../../identity/users/user-settings.ts'
import { updateUser } from '../../identity/users/user-store.ts'
import { languageName } from '../../people/settings/check-setting.ts'
import { oldSettingChanged, type SettingValue, settingChanged } from '../../people/settings/setting-events.ts'
import { userChanged } from '../../people/user-events.ts'
import { announceStreamSettings } from './announce-stream-settings.ts'

/** Part of a transaction; the caller has validated the values. Returns what changed. */
export async function changeSettings(
  transaction: ChatTransaction,
  user: User,
  wanted: Partial<UserSettings>,
): Promise<Partial<UserSettings>> {
  const before = settingsOf(user)
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name as keyof UserSettings] !== value),
  ) as Partial<UserSettings>
  if (Object.keys(changed).length === 0) return {}
  const settings = JSON.stringify({ ...JSON.parse(user.settings), ...changed })
  await updateUser(transaction.db, user.realm_id, user.id, { settings })
  for (const [name, value] of Object.entries(changed)) announceSetting(transaction, user, name, value)
  await announceStreamSettings(transaction, user, changed)
  return changed
}

/** Part of the account, because others see it too. */
export async function changeTimezone(
  transaction: ChatTransaction,
  user: User,
  timezone: string,
): Promise<{ timezone?: string }> {
  if (timezone === user.timezone) return {}
  await updateUser(transaction.db, user.realm_id, user.id, { timezone })
  announceSetting(transaction, user, 'timezone', timezone)
  transaction.announce(userChanged(user, { timezone }))
  return { timezone }
}

function announceSetting(transaction: ChatTransaction, user: User, name: string, value: SettingValue): void {
  const more = name === 'default_language' ? { language_name: languageName(String(value)) } : {}
  transaction.announce(oldSettingChanged(user, name, value, more))
  transaction.announce(settingChanged(user, name, value, more))
}

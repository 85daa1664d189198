import type { Realm } from '../realms/realm.ts'
import { defaultUserSettings, settingNames, type UserSettings } from './user-settings.ts'

/** The settings that an organization can choose for people who join. The language is a setting of its own. */
export const userDefaultNames = settingNames.filter((name) => name !== 'default_language')

export type UserDefaults = Omit<UserSettings, 'default_language'>

/** Differs from what accounts without a stored value have, so that those keep what they are used to. */
const startingSettings: UserSettings = { ...defaultUserSettings, enter_sends: true }

/** The settings of a person who joins now. The time format is stored once, as the organization's setting. */
export function startingSettingsOf({ settings, user_defaults }: Realm): UserSettings {
  return {
    ...startingSettings,
    ...JSON.parse(user_defaults),
    default_language: settings.default_language,
    twenty_four_hour_time: settings.default_twenty_four_hour_time,
  }
}

export function userDefaultsOf(realm: Realm): UserDefaults {
  const { default_language: _language, ...defaults } = startingSettingsOf(realm)
  return defaults
}

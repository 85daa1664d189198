import type { NewChatEvent } from '../../chat-event-map.ts'
import type { SettingValue } from '../../people/settings/setting-events.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_user_settings_defaults: { op: 'update'; property: string; value: SettingValue }
  }
}

export const userDefaultChanged = (
  property: string,
  value: SettingValue,
): NewChatEvent<'realm_user_settings_defaults'> => ({
  type: 'realm_user_settings_defaults',
  audience: { role: 'everyone' },
  payload: { op: 'update', property, value },
})

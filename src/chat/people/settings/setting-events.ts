import type { NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import { displaySettings } from '../../identity/users/user-settings.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    user_settings: { op: 'update'; property: string; value: SettingValue }
    update_display_settings: { user: string; setting_name: string; setting: SettingValue }
    update_global_notifications: {
      user: string
      notification_name: string
      setting_name: string
      setting: SettingValue
    }
  }
}

export type SettingValue = boolean | number | string

const isDisplay = (name: string) =>
  name === 'timezone' || (displaySettings as readonly string[]).includes(name)

/** For newer clients: one type of event for all settings. */
export function settingChanged(
  user: User,
  property: string,
  value: SettingValue,
  more: object,
): NewChatEvent<'user_settings'> {
  return {
    type: 'user_settings',
    audience: { users: [user.id] },
    payload: { op: 'update', property, value, ...more },
  }
}

/** The same for older clients, which have two event types. */
export function oldSettingChanged(
  user: User,
  name: string,
  setting: SettingValue,
  more: object,
): NewChatEvent<'update_display_settings' | 'update_global_notifications'> {
  return isDisplay(name)
    ? {
        type: 'update_display_settings',
        audience: { users: [user.id] },
        payload: { user: user.email, setting_name: name, setting, ...more },
      }
    : {
        type: 'update_global_notifications',
        audience: { users: [user.id] },
        payload: { user: user.email, notification_name: name, setting_name: name, setting },
      }
}

/** A person's own settings; the defaults are below. */
export interface UserSettings {
  enable_desktop_notifications: boolean
  enable_sounds: boolean
  enable_offline_email_notifications: boolean
  enable_offline_push_notifications: boolean
  enable_online_push_notifications: boolean
  enable_stream_desktop_notifications: boolean
  enable_stream_email_notifications: boolean
  enable_stream_push_notifications: boolean
  enable_stream_audible_notifications: boolean
  wildcard_mentions_notify: boolean
  enable_digest_emails: boolean
  enable_login_emails: boolean
  notification_sound: string
  pm_content_in_desktop_notifications: boolean
  message_content_in_email_notifications: boolean
  /** how long a person must be away before missed messages are mailed */
  email_notifications_batching_period_seconds: number
  realm_name_in_notifications: boolean
  desktop_icon_count_display: number
  /** false: others do not see this person's presence */
  presence_enabled: boolean
  enter_sends: boolean
  twenty_four_hour_time: boolean
  night_mode: boolean
  dense_mode: boolean
  left_side_userlist: boolean
  high_contrast_mode: boolean
  starred_message_counts: boolean
  translate_emoticons: boolean
  default_language: string
  emojiset: string
  demote_inactive_streams: number
  fluid_layout_width: boolean
  send_read_receipts: boolean
  send_private_typing_notifications: boolean
  send_stream_typing_notifications: boolean
  enable_drafts_synchronization: boolean
  /** the names of people beside their reactions, where they are few */
  display_emoji_reaction_users: boolean
}

/** What a stored account has that says nothing else. People who join now start with `startingSettingsOf`. */
export const defaultUserSettings: UserSettings = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_stream_audible_notifications: false,
  wildcard_mentions_notify: true,
  enable_digest_emails: false,
  enable_login_emails: false,
  notification_sound: 'ding',
  pm_content_in_desktop_notifications: true,
  message_content_in_email_notifications: true,
  email_notifications_batching_period_seconds: 300,
  realm_name_in_notifications: false,
  desktop_icon_count_display: 1,
  presence_enabled: true,
  enter_sends: false,
  twenty_four_hour_time: false,
  night_mode: false,
  dense_mode: true,
  left_side_userlist: false,
  high_contrast_mode: false,
  starred_message_counts: false,
  translate_emoticons: false,
  default_language: 'en',
  emojiset: 'text',
  demote_inactive_streams: 1,
  fluid_layout_width: false,
  send_read_receipts: true,
  send_private_typing_notifications: true,
  send_stream_typing_notifications: true,
  enable_drafts_synchronization: true,
  display_emoji_reaction_users: true,
}

/** Display and privacy settings; all others are about notifications. */
export const displaySettings = [
  'enter_sends',
  'twenty_four_hour_time',
  'night_mode',
  'dense_mode',
  'left_side_userlist',
  'high_contrast_mode',
  'starred_message_counts',
  'translate_emoticons',
  'default_language',
  'emojiset',
  'demote_inactive_streams',
  'fluid_layout_width',
  'send_read_receipts',
  'send_private_typing_notifications',
  'send_stream_typing_notifications',
  'enable_drafts_synchronization',
  'display_emoji_reaction_users',
] as const satisfies readonly (keyof UserSettings)[]

export const settingNames = Object.keys(defaultUserSettings) as (keyof UserSettings)[]

export const notificationSettings = settingNames.filter(
  (name) => !(displaySettings as readonly string[]).includes(name),
)

/** Clients draw the emoji. The server has no pictures of them, and our web app uses those of the system. */
export const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
]
export const notificationSounds = ['ding']

export function settingsOf(user: { settings: string }): UserSettings {
  return { ...defaultUserSettings, ...JSON.parse(user.settings) }
}

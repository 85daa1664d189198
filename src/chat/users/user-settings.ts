/** A person's own settings, with the values they start from. */
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
}

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
}

export function settingsOf(user: { settings: string }): UserSettings {
  return { ...defaultUserSettings, ...JSON.parse(user.settings) }
}

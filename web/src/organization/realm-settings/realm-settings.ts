import type { ChatInput } from '../../api/chat-api.ts'

export type RealmInput = ChatInput<'PATCH /realm'>
type RealmValues = Required<RealmInput>
export type SettingName = Exclude<keyof RealmValues, 'name' | 'description'>

export const settingGroups = [
  'messages',
  'topics',
  'streams',
  'people',
  'joining',
  'signIn',
  'announcements',
  'meetings',
] as const
type SettingGroup = (typeof settingGroups)[number]

interface FlagSetting {
  group: SettingGroup
  kind: 'flag'
  /** Shown inverted: the server stores the opposite. */
  inverted?: true
}

interface LanguageSetting {
  group: SettingGroup
  kind: 'language'
}

/** Not one of a kind: see setting-field.tsx. */
interface MeetingSetting {
  group: SettingGroup
  kind: 'meeting'
}

type NumberSetting = { group: SettingGroup; needs?: NameOf<boolean> } /** 0: no limit */ & (
  | { kind: 'seconds' }
  | { kind: 'days' }
  | { kind: 'retention' }
  /** numbers from 1, in the order of the texts */
  | { kind: 'choice'; choices: 'whoOfMembers' | 'whoAddsBots' | 'whoEditsGroups' | 'whoNeedsFactor' }
  | { kind: 'stream' }
)

/** The settings with values of a type. */
type NameOf<Value> = {
  [Name in SettingName]: RealmValues[Name] extends Value ? Name : never
}[SettingName]

type MeetingName = 'video_chat_provider' | 'jitsi_server_url'

/** Every setting of the API: how it is shown and in which group. The compiler reports missing ones. */
export const realmSettings: Readonly<
  Record<NameOf<boolean>, FlagSetting> &
    Record<NameOf<string>, LanguageSetting> &
    Record<MeetingName, MeetingSetting> &
    Record<Exclude<NameOf<number | null>, MeetingName>, NumberSetting>
> = {
  allow_message_editing: { group: 'messages', kind: 'flag' },
  message_content_edit_limit_seconds: { group: 'messages', kind: 'seconds', needs: 'allow_message_editing' },
  allow_edit_history: { group: 'messages', kind: 'flag' },
  allow_message_deleting: { group: 'messages', kind: 'flag' },
  message_content_delete_limit_seconds: {
    group: 'messages',
    kind: 'seconds',
    needs: 'allow_message_deleting',
  },
  message_retention_days: { group: 'messages', kind: 'retention' },
  enable_read_receipts: { group: 'messages', kind: 'flag' },
  message_content_allowed_in_email_notifications: { group: 'messages', kind: 'flag' },
  mandatory_topics: { group: 'topics', kind: 'flag' },
  allow_community_topic_editing: { group: 'topics', kind: 'flag' },
  community_topic_editing_limit_seconds: {
    group: 'topics',
    kind: 'seconds',
    needs: 'allow_community_topic_editing',
  },
  create_stream_policy: { group: 'streams', kind: 'choice', choices: 'whoOfMembers' },
  invite_to_stream_policy: { group: 'streams', kind: 'choice', choices: 'whoOfMembers' },
  default_history_public_to_subscribers: { group: 'streams', kind: 'flag' },
  name_changes_disabled: { group: 'people', kind: 'flag', inverted: true },
  email_changes_disabled: { group: 'people', kind: 'flag', inverted: true },
  avatar_changes_disabled: { group: 'people', kind: 'flag', inverted: true },
  user_group_edit_policy: { group: 'people', kind: 'choice', choices: 'whoEditsGroups' },
  add_emoji_by_admins_only: { group: 'people', kind: 'flag', inverted: true },
  presence_disabled: { group: 'people', kind: 'flag', inverted: true },
  bot_creation_policy: { group: 'people', kind: 'choice', choices: 'whoAddsBots' },
  two_factor_required_for: { group: 'signIn', kind: 'choice', choices: 'whoNeedsFactor' },
  invite_by_admins_only: { group: 'joining', kind: 'flag', inverted: true },
  emails_restricted_to_domains: { group: 'joining', kind: 'flag' },
  waiting_period_threshold: { group: 'joining', kind: 'days' },
  default_twenty_four_hour_time: { group: 'joining', kind: 'flag' },
  default_language: { group: 'joining', kind: 'language' },
  notifications_stream_id: { group: 'announcements', kind: 'stream' },
  signup_notifications_stream_id: { group: 'announcements', kind: 'stream' },
  moderation_request_channel_id: { group: 'announcements', kind: 'stream' },
  video_chat_provider: { group: 'meetings', kind: 'meeting' },
  jitsi_server_url: { group: 'meetings', kind: 'meeting' },
}

export const settingsOf = (group: SettingGroup) =>
  (Object.keys(realmSettings) as SettingName[]).filter((name) => realmSettings[name].group === group)

export const isFlag = (name: SettingName): name is NameOf<boolean> => realmSettings[name].kind === 'flag'

export const isLanguageSetting = (name: SettingName): name is NameOf<string> =>
  realmSettings[name].kind === 'language'

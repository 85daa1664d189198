/** Full members have an account that is older than the organization's waiting period. */
export const streamPolicies = ['members', 'administrators', 'full_members'] as const
export type StreamPolicy = (typeof streamPolicies)[number]

/** `limited`: only administrators create generic bots, which can read messages. */
export const botCreationPolicies = ['everyone', 'limited', 'administrators'] as const

/** Who changes groups of people. */
export const groupPolicies = ['members', 'administrators'] as const

/** Of whom a second factor is required. */
export const factorPolicies = ['nobody', 'administrators', 'members', 'everyone'] as const
export type FactorPolicy = (typeof factorPolicies)[number]

/** 0: none, 1: Jitsi Meet. The numbers are those of clients of this family. */
export type VideoChatProvider = 0 | 1 | 3

/** The settings of an organization; the defaults are below. */
export interface RealmSettings {
  allow_message_editing: boolean
  /** 0: no limit */
  message_content_edit_limit_seconds: number
  allow_edit_history: boolean
  allow_community_topic_editing: boolean
  /** 0: no limit */
  community_topic_editing_limit_seconds: number
  allow_message_deleting: boolean
  /** 0: no limit */
  message_content_delete_limit_seconds: number
  /** null: messages are kept forever */
  message_retention_days: number | null
  create_stream_policy: StreamPolicy
  invite_to_stream_policy: StreamPolicy
  bot_creation_policy: (typeof botCreationPolicies)[number]
  invite_by_admins_only: boolean
  emails_restricted_to_domains: boolean
  add_emoji_by_admins_only: boolean
  user_group_edit_policy: (typeof groupPolicies)[number]
  name_changes_disabled: boolean
  email_changes_disabled: boolean
  avatar_changes_disabled: boolean
  /** people with these roles must set up two-factor authentication */
  two_factor_required_for: FactorPolicy
  /** days until a new account becomes a full member */
  waiting_period_threshold: number
  mandatory_topics: boolean
  /** null: no stream gets announcements */
  notifications_stream_id: number | null
  /** null: new people are not announced */
  signup_notifications_stream_id: number | null
  /** null: reported messages go to all administrators */
  moderation_request_channel_id: number | null
  /** nobody sees who is online */
  presence_disabled: boolean
  /** for people who join */
  default_language: string
  /** for people who join: 17:00 instead of 5:00 PM */
  default_twenty_four_hour_time: boolean
  enable_read_receipts: boolean
  /** whether subscribers of a new private stream see messages from before they joined */
  default_history_public_to_subscribers: boolean
  /** false: mails about missed messages show neither what was written nor by whom */
  message_content_allowed_in_email_notifications: boolean
  /** which service the app makes meeting links for; 1 needs jitsi_server_url, 3 the settings of the server for BigBlueButton */
  video_chat_provider: VideoChatProvider
  /** null: none */
  jitsi_server_url: string | null
}

export const defaultRealmSettings: RealmSettings = {
  allow_message_editing: true,
  message_content_edit_limit_seconds: 600,
  allow_edit_history: true,
  allow_community_topic_editing: true,
  community_topic_editing_limit_seconds: 86_400,
  allow_message_deleting: false,
  message_content_delete_limit_seconds: 600,
  message_retention_days: null,
  create_stream_policy: 'members',
  invite_to_stream_policy: 'members',
  bot_creation_policy: 'everyone',
  invite_by_admins_only: false,
  emails_restricted_to_domains: false,
  add_emoji_by_admins_only: false,
  user_group_edit_policy: 'members',
  name_changes_disabled: false,
  email_changes_disabled: false,
  avatar_changes_disabled: false,
  two_factor_required_for: 'nobody',
  waiting_period_threshold: 0,
  mandatory_topics: false,
  notifications_stream_id: null,
  signup_notifications_stream_id: null,
  moderation_request_channel_id: null,
  presence_disabled: false,
  default_language: 'en',
  default_twenty_four_hour_time: false,
  enable_read_receipts: true,
  default_history_public_to_subscribers: false,
  message_content_allowed_in_email_notifications: true,
  video_chat_provider: 0,
  jitsi_server_url: null,
}

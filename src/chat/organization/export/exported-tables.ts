import type { ChatTables } from '../../chat-tables.ts'

type Columns<Table> = readonly (keyof Table & string)[]

export interface ExportedTable<Table = Record<string, unknown>> {
  /** the primary key after realm_id */
  key: Columns<Table>
  /** secrets, and columns that only the running server needs */
  omit?: Columns<Table>
}

/** null: not exported. Every table must be listed. Tables come before the tables that they refer to. */
export const exportedTables: {
  readonly [Name in keyof ChatTables]: ExportedTable<ChatTables[Name]> | null
} = {
  // Of the server.
  maintenance: null,
  message_flags: { key: ['user_id', 'message_id'] },
  read_ranges: { key: ['user_id', 'recipient_id', 'from_id'] },
  reactions: { key: ['message_id', 'reaction_type', 'emoji_code', 'user_id'] },
  submessages: { key: ['message_id', 'id'] },
  message_edits: { key: ['message_id', 'version'] },
  attachment_messages: { key: ['attachment_id', 'message_id'] },
  attachments: { key: ['id'] },
  reminders: { key: ['id'] },
  messages: { key: ['id'] },
  scheduled_messages: { key: ['id'] },
  drafts: { key: ['user_id', 'id'] },
  saved_snippets: { key: ['user_id', 'id'] },
  pointers: { key: ['user_id'] },
  receptions: { key: ['user_id', 'recipient_id', 'from_event'] },
  arrivals: { key: ['recipient_id', 'from_id'] },
  recipients: { key: ['id'] },
  subscriptions: { key: ['user_id', 'stream_id'] },
  muted_topics: { key: ['user_id', 'stream_id', 'topic_key'] },
  muted_users: { key: ['user_id', 'muted_user_id'] },
  person_statuses: { key: ['user_id'] },
  presences: { key: ['user_id'] },
  channel_folders: { key: ['id'] },
  streams: { key: ['id'], omit: ['email_token'] },
  alert_words: { key: ['user_id', 'word'] },
  profile_values: { key: ['user_id', 'field_id'] },
  profile_fields: { key: ['id'] },
  user_group_members: { key: ['group_id', 'user_id'] },
  user_group_subgroups: { key: ['group_id', 'subgroup_id'] },
  user_groups: { key: ['id'] },
  linkifiers: { key: ['id'] },
  realm_playgrounds: { key: ['id'] },
  navigation_views: { key: ['user_id', 'fragment'] },
  realm_domains: { key: ['domain'] },
  realm_emoji: { key: ['id'] },
  invites: { key: ['id'], omit: ['token_hash', 'token_sealed'] },
  bot_services: { key: ['user_id'], omit: ['token_sealed', 'secret_sealed'] },
  bot_commands: { key: ['name'] },
  bot_storage: { key: ['user_id', 'key'] },
  directory_links: { key: ['directory', 'kind', 'object_id'] },
  openid_identities: { key: ['issuer', 'subject'] },
  legal_holds: { key: ['id'] },
  users: { key: ['id'], omit: ['password_hash', 'api_key_hash', 'api_key_sealed', 'owner_told_at'] },
  realms: { key: ['id'] },
  // Sessions, their push subscriptions, second factors, password resets and email changes.
  sessions: null,
  // Their secrets are not in an archive, and an archive must not decide who signs in.
  identity_providers: null,
  saml_assertions: null,
  push_subscriptions: null,
  signing_secrets: null,
  two_factors: null,
  recovery_codes: null,
  password_resets: null,
  weak_passwords: null,
  email_changes: null,
  // Passwords and tokens; they are set up again where the organization moves to.
  directories: null,
  // An archive must not be able to rewrite what happened here.
  audit_log: null,
  // Only the running server needs these.
  send_keys: null,
  topic_moves: null,
  event_queues: null,
  role_changes: null,
  push_keys: null,
  notification_marks: null,
  realm_exports: null,
  realm_imports: null,
  person_erasures: null,
  message_retention: null,
  people_imports: null,
  people_import_rows: null,
  // Derived from messages and files.
  message_index: null,
  statistic_days: null,
  statistic_streams: null,
  statistic_storage: null,
  message_tokens: null,
  search_marks: null,
  upload_totals: null,
}

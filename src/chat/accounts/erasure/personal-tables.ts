import type { ChatTables } from '../../chat-tables.ts'

export interface PersonalTable<Table = Record<string, unknown>> {
  /** the primary key after realm_id */
  key: readonly (keyof Table & string)[]
  /** the column with the id of the person */
  person: keyof Table & string
  /** Its rows are deleted when the person is erased; otherwise a step of erase-person.ts deals with them, or they stay. */
  erased: boolean
  /** columns that an export of the person's data leaves out: secrets. false: it leaves out the table */
  omitted: readonly (keyof Table & string)[] | false
}

/** What is stored about a person. Every table must be listed. null: nothing that is about one person. */
export const personalTables: {
  readonly [Name in keyof ChatTables]: PersonalTable<ChatTables[Name]> | null
} = {
  users: {
    key: ['id'],
    person: 'id',
    erased: false,
    omitted: ['password_hash', 'api_key_hash', 'api_key_sealed', 'owner_told_at'],
  },
  profile_values: { key: ['user_id', 'field_id'], person: 'user_id', erased: true, omitted: [] },
  person_statuses: { key: ['user_id'], person: 'user_id', erased: true, omitted: [] },
  presences: { key: ['user_id'], person: 'user_id', erased: true, omitted: [] },
  alert_words: { key: ['user_id', 'word'], person: 'user_id', erased: true, omitted: [] },
  muted_users: { key: ['user_id', 'muted_user_id'], person: 'user_id', erased: true, omitted: [] },
  muted_topics: { key: ['user_id', 'stream_id', 'topic_key'], person: 'user_id', erased: true, omitted: [] },
  navigation_views: { key: ['user_id', 'fragment'], person: 'user_id', erased: true, omitted: [] },
  user_group_members: { key: ['group_id', 'user_id'], person: 'user_id', erased: true, omitted: [] },
  drafts: { key: ['user_id', 'id'], person: 'user_id', erased: true, omitted: [] },
  saved_snippets: { key: ['user_id', 'id'], person: 'user_id', erased: true, omitted: [] },
  scheduled_messages: { key: ['id'], person: 'user_id', erased: true, omitted: [] },
  reminders: { key: ['id'], person: 'user_id', erased: true, omitted: [] },
  pointers: { key: ['user_id'], person: 'user_id', erased: true, omitted: [] },
  message_flags: { key: ['user_id', 'message_id'], person: 'user_id', erased: true, omitted: [] },
  read_ranges: { key: ['user_id', 'recipient_id', 'from_id'], person: 'user_id', erased: true, omitted: [] },
  sessions: {
    key: ['id'],
    person: 'user_id',
    erased: true,
    omitted: ['token_hash', 'provider_session'],
  },
  push_subscriptions: {
    key: ['id'],
    person: 'user_id',
    erased: true,
    omitted: ['endpoint_hash', 'target_sealed'],
  },
  openid_identities: { key: ['issuer', 'subject'], person: 'user_id', erased: true, omitted: [] },
  two_factors: { key: ['user_id'], person: 'user_id', erased: true, omitted: ['secret_sealed', 'last_step'] },
  recovery_codes: { key: ['user_id', 'code_hash'], person: 'user_id', erased: true, omitted: false },
  weak_passwords: { key: ['user_id'], person: 'user_id', erased: true, omitted: false },
  password_resets: { key: ['id'], person: 'user_id', erased: true, omitted: false },
  email_changes: {
    key: ['user_id'],
    person: 'user_id',
    erased: true,
    omitted: ['token_hash', 'credentials_hash'],
  },
  send_keys: { key: ['user_id', 'key'], person: 'user_id', erased: true, omitted: false },
  event_queues: { key: ['id'], person: 'user_id', erased: true, omitted: false },
  // Those with which they joined, which name their address.
  invites: {
    key: ['id'],
    person: 'joined_user_id',
    erased: true,
    omitted: ['token_hash', 'token_sealed', 'inviter_id'],
  },
  // What follows stays, as that of "Deleted user", or is dealt with in a step.
  messages: { key: ['id'], person: 'sender_id', erased: false, omitted: [] },
  audit_log: { key: ['id'], person: 'actor_id', erased: false, omitted: [] },
  message_edits: { key: ['message_id', 'version'], person: 'user_id', erased: false, omitted: [] },
  reactions: {
    key: ['message_id', 'reaction_type', 'emoji_code', 'user_id'],
    person: 'user_id',
    erased: false,
    omitted: [],
  },
  submessages: { key: ['message_id', 'id'], person: 'sender_id', erased: false, omitted: [] },
  attachments: { key: ['id'], person: 'owner_id', erased: false, omitted: ['token', 'path_id'] },
  directory_links: {
    key: ['directory', 'kind', 'object_id'],
    person: 'object_id',
    erased: false,
    omitted: false,
  },
  subscriptions: { key: ['user_id', 'stream_id'], person: 'user_id', erased: false, omitted: [] },
  // Which messages reached whom: ids only.
  receptions: {
    key: ['user_id', 'recipient_id', 'from_event'],
    person: 'user_id',
    erased: false,
    omitted: false,
  },
  role_changes: { key: ['user_id', 'position'], person: 'user_id', erased: false, omitted: false },
  topic_moves: { key: ['id'], person: 'user_id', erased: false, omitted: false },
  person_erasures: { key: ['user_id'], person: 'user_id', erased: false, omitted: false },
  legal_holds: { key: ['id'], person: 'user_id', erased: false, omitted: false },
  people_import_rows: { key: ['import_id', 'line'], person: 'user_id', erased: true, omitted: [] },
  people_imports: { key: ['id'], person: 'acting_user_id', erased: false, omitted: false },
  realm_exports: { key: ['id'], person: 'person_id', erased: true, omitted: false },
  // Of bots, or of nobody in particular.
  bot_services: null,
  bot_storage: null,
  bot_commands: null,
  signing_secrets: null,
  attachment_messages: null,
  upload_totals: null,
  arrivals: null,
  recipients: null,
  streams: null,
  channel_folders: null,
  profile_fields: null,
  user_groups: null,
  user_group_subgroups: null,
  linkifiers: null,
  realm_playgrounds: null,
  realm_domains: null,
  realm_emoji: null,
  realms: null,
  realm_imports: null,
  directories: null,
  identity_providers: null,
  saml_assertions: null,
  push_keys: null,
  notification_marks: null,
  message_index: null,
  message_retention: null,
  message_tokens: null,
  search_marks: null,
  maintenance: null,
  statistic_days: null,
  statistic_streams: null,
  statistic_storage: null,
}

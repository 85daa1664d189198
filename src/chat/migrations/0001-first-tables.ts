import type { Kysely } from 'kysely'

type Kind = 'id' | 'text' | 'flag' | 'number' | 'number?' | 'text?'

/** Only types that both engines share: integers (also for flags and times) and text. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
export async function createFirstTables(db: Kysely<any>): Promise<void> {
  for (const [table, { columns, key }] of Object.entries(tables)) {
    let builder = db.schema.createTable(table)
    for (const [name, kind] of Object.entries(columns)) {
      const type = kind.startsWith('text') ? 'text' : kind === 'flag' ? 'integer' : 'bigint'
      builder = builder.addColumn(name, type, (column) => (kind.endsWith('?') ? column : column.notNull()))
    }
    await builder.addPrimaryKeyConstraint(`${table}_key`, key as never).execute()
  }
  for (const [table, columns, unique] of indexes) {
    let builder = db.schema
      .createIndex(`${table}_by_${columns.slice(-2).join('_')}`)
      .on(table)
      .columns(columns)
    if (unique) builder = builder.unique()
    await builder.execute()
  }
}

const tables: Record<string, { columns: Record<string, Kind>; key: string[] }> = {
  realms: {
    columns: {
      id: 'id',
      host: 'text',
      name: 'text',
      description: 'text',
      created_at: 'number',
      deactivated: 'flag',
      settings: 'text',
    },
    key: ['id'],
  },
  realm_emoji: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      author_id: 'id',
      deactivated: 'flag',
      source_url: 'text',
    },
    key: ['realm_id', 'id'],
  },
  users: {
    columns: {
      realm_id: 'id',
      id: 'id',
      email: 'text',
      email_key: 'text',
      full_name: 'text',
      name_key: 'text',
      short_name: 'text',
      role: 'text',
      previous_role: 'text',
      role_changed_at: 'number',
      bot_type: 'number?',
      bot_owner_id: 'number?',
      is_system: 'flag',
      is_active: 'flag',
      date_joined: 'number',
      timezone: 'text',
      avatar_url: 'text?',
      password_hash: 'text?',
      api_key_hash: 'text',
      api_key_sealed: 'text',
      settings: 'text',
      owner_told_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
  alert_words: {
    columns: { realm_id: 'id', user_id: 'id', word: 'text' },
    key: ['realm_id', 'user_id', 'word'],
  },
  profile_fields: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      type: 'number',
      hint: 'text',
      field_data: 'text',
      sort_order: 'number',
    },
    key: ['realm_id', 'id'],
  },
  profile_values: {
    columns: { realm_id: 'id', user_id: 'id', field_id: 'id', value: 'text', rendered_value: 'text?' },
    key: ['realm_id', 'user_id', 'field_id'],
  },
  streams: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      name_key: 'text',
      description: 'text',
      rendered_description: 'text',
      invite_only: 'flag',
      history_public: 'flag',
      announcement_only: 'flag',
      is_default: 'flag',
      creator_id: 'number?',
      created_at: 'number',
      deactivated: 'flag',
      recipient_id: 'id',
      first_message_id: 'number?',
      email_token: 'text',
    },
    key: ['realm_id', 'id'],
  },
  recipients: {
    columns: { realm_id: 'id', id: 'id', stream_id: 'number?', members: 'text?' },
    key: ['realm_id', 'id'],
  },
  receptions: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      recipient_id: 'id',
      stream_id: 'number?',
      from_message: 'number',
      until_message: 'number?',
      from_event: 'number',
      until_event: 'number?',
    },
    key: ['realm_id', 'user_id', 'recipient_id', 'from_event'],
  },
  subscriptions: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      stream_id: 'id',
      active: 'flag',
      color: 'text',
      pin_to_top: 'flag',
      is_muted: 'flag',
      desktop_notifications: 'number?',
      audible_notifications: 'number?',
      push_notifications: 'number?',
      email_notifications: 'number?',
      wildcard_mentions_notify: 'number?',
    },
    key: ['realm_id', 'user_id', 'stream_id'],
  },
  messages: {
    columns: {
      realm_id: 'id',
      id: 'id',
      recipient_id: 'id',
      stream_id: 'number?',
      sender_id: 'id',
      topic: 'text',
      topic_key: 'text',
      client: 'text',
      content: 'text',
      rendered_content: 'text',
      sent_at: 'number',
      edited_at: 'number?',
      edit_history: 'text?',
      has_link: 'flag',
      has_image: 'flag',
      has_attachment: 'flag',
      mentions_everyone: 'flag',
      event_position: 'number',
    },
    key: ['realm_id', 'id'],
  },
  send_keys: {
    columns: { realm_id: 'id', user_id: 'id', key: 'text', message_id: 'id', created_at: 'number' },
    key: ['realm_id', 'user_id', 'key'],
  },
  message_flags: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      message_id: 'id',
      read: 'number?',
      starred: 'flag',
      collapsed: 'flag',
      mentioned: 'flag',
      has_alert_word: 'flag',
    },
    key: ['realm_id', 'user_id', 'message_id'],
  },
  read_marks: {
    columns: { realm_id: 'id', user_id: 'id', stream_id: 'id', topic_key: 'text', until_message: 'number' },
    key: ['realm_id', 'user_id', 'stream_id', 'topic_key'],
  },
  muted_topics: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      stream_id: 'id',
      topic: 'text',
      topic_key: 'text',
      muted_at: 'number',
    },
    key: ['realm_id', 'user_id', 'stream_id', 'topic_key'],
  },
  event_queues: {
    columns: {
      id: 'text',
      realm_id: 'id',
      user_id: 'id',
      base: 'number',
      acknowledged: 'number',
      options: 'text',
      last_seen: 'number',
      created_at: 'number',
    },
    key: ['id'],
  },
}

const indexes: [table: string, columns: string[], unique?: 'unique'][] = [
  ['realms', ['host'], 'unique'],
  ['users', ['realm_id', 'email_key'], 'unique'],
  ['users', ['realm_id', 'name_key']],
  ['users', ['api_key_hash'], 'unique'],
  ['streams', ['realm_id', 'name_key'], 'unique'],
  ['streams', ['realm_id', 'recipient_id']],
  ['recipients', ['realm_id', 'members'], 'unique'],
  ['subscriptions', ['realm_id', 'stream_id', 'active']],
  ['messages', ['realm_id', 'recipient_id', 'id']],
  ['messages', ['realm_id', 'recipient_id', 'topic_key', 'id']],
  ['messages', ['realm_id', 'sender_id', 'id']],
  ['message_flags', ['realm_id', 'message_id']],
  ['event_queues', ['realm_id', 'last_seen']],
]

import type { IndexPlan, TablePlan } from '../../platform/database/schema/create-tables.ts'

export const organizationTables: Record<string, TablePlan> = {
  realms: {
    columns: {
      id: 'id',
      host: 'text',
      name: 'text',
      description: 'text',
      created_at: 'number',
      deactivated: 'flag',
      settings: 'text',
      icon_url: 'text?',
      user_defaults: 'text',
    },
    key: ['id'],
    defaults: { user_defaults: '{}' },
  },
  realm_domains: {
    columns: { realm_id: 'id', domain: 'text', allow_subdomains: 'number' },
    key: ['realm_id', 'domain'],
  },
  realm_emoji: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      author_id: 'id',
      deactivated: 'flag',
      source_url: 'text',
      still_url: 'text?',
      live_name: 'text?',
    },
    key: ['realm_id', 'id'],
  },
  realm_exports: {
    columns: {
      realm_id: 'id',
      id: 'id',
      acting_user_id: 'id',
      created_at: 'number',
      file: 'text',
      finished_at: 'number?',
      failed_at: 'number?',
      deleted_at: 'number?',
    },
    key: ['realm_id', 'id'],
  },
  realm_imports: {
    columns: {
      realm_id: 'id',
      fingerprint: 'text',
      step: 'text',
      done: 'number',
      started_at: 'number',
      finished_at: 'number?',
    },
    key: ['realm_id'],
  },
  realm_playgrounds: {
    columns: { realm_id: 'id', id: 'id', name: 'text', pygments_language: 'text', url_template: 'text' },
    key: ['realm_id', 'id'],
  },
  linkifiers: {
    columns: { realm_id: 'id', id: 'id', pattern: 'text', url_template: 'text', sort_order: 'number' },
    key: ['realm_id', 'id'],
  },
  channel_folders: {
    columns: {
      realm_id: 'id',
      id: 'id',
      name: 'text',
      description: 'text',
      rendered_description: 'text',
      creator_id: 'id',
      created_at: 'number',
      is_archived: 'flag',
      sort_order: 'number',
    },
    key: ['realm_id', 'id'],
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
  push_keys: { columns: { id: 'id', public_key: 'text', private_key_sealed: 'text' }, key: ['id'] },
}

export const organizationIndexes: readonly IndexPlan[] = [
  ['realms', ['host'], 'unique'],
  ['realm_emoji', ['realm_id', 'live_name'], 'unique'],
  ['linkifiers', ['realm_id', 'pattern'], 'unique'],
  ['profile_values', ['realm_id', 'field_id']],
]

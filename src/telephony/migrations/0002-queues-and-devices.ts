import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import {
  addColumns,
  createIndexes,
  createTables,
  type IndexPlan,
  type TablePlan,
} from '../../platform/database/schema/create-tables.ts'

/** Queues, desk phones, spoken prompts, block lists; statuses with text; encrypted trunks. */
export async function createQueuesAndDevices(db: AnyHandle, engine: Engine): Promise<void> {
  const statusWords = { status_text: 'text', emoji: 'text', clear_at: 'number?' } as const
  await addColumns(db, 'contacts', { calls_seen_until: 'number?' }, {}, engine)
  await addColumns(db, 'user_statuses', statusWords, { status_text: '', emoji: '' }, engine)
  await addColumns(db, 'greetings', { text: 'text?', language: 'text?' }, {}, engine)
  await addColumns(db, 'trunks', { media_encryption: 'text' }, { media_encryption: 'no' }, engine)
  await createTables(db, newTables, newIndexes, engine)
  await createIndexes(db, [
    ['user_statuses', ['clear_at']],
    ['call_routes', ['kind']],
  ])
}

const newTables: Record<string, TablePlan> = {
  queue_calls: {
    columns: {
      company_id: 'id',
      id: 'text',
      queue_id: 'text',
      pbx_call_id: 'text',
      number: 'text',
      name: 'text',
      entered_at: 'number',
      is_callback: 'flag',
      left_at: 'number?',
      outcome: 'text?',
      extension_id: 'text?',
      ended_at: 'number?',
    },
    key: ['company_id', 'id'],
  },
  queue_agents: {
    columns: {
      company_id: 'id',
      queue_id: 'text',
      extension_id: 'text',
      is_signed_in: 'flag',
      changed_at: 'number',
    },
    key: ['company_id', 'queue_id', 'extension_id'],
  },
  queue_schedules: {
    columns: { company_id: 'id', queue_id: 'text', is_open: 'flag' },
    key: ['company_id', 'queue_id'],
  },
  devices: {
    columns: {
      company_id: 'id',
      id: 'text',
      instance_uuid: 'text',
      vendor: 'text',
      model: 'text',
      mac: 'text?',
      label: 'text',
      lamps: 'text',
      time_zone: 'text?',
      language: 'text?',
      secret_hash: 'text',
      secret_sealed: 'text',
      search_text: 'text',
      fetched_at: 'number?',
      user_agent: 'text',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  device_lines: {
    columns: { company_id: 'id', device_id: 'text', extension_id: 'text', place: 'number', user_id: 'text?' },
    key: ['company_id', 'device_id', 'extension_id'],
  },
  prompt_languages: {
    columns: { company_id: 'id', extension_id: 'text', language: 'text' },
    key: ['company_id', 'extension_id'],
  },
  spoken_announcements: {
    columns: { language: 'text', name: 'text', text: 'text', prompt_id: 'text' },
    key: ['language', 'name'],
  },
  blocked_numbers: {
    columns: {
      company_id: 'id',
      id: 'text',
      user_id: 'text',
      number: 'text',
      is_prefix: 'flag',
      action: 'text',
      note: 'text',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  call_screening: {
    columns: { company_id: 'id', user_id: 'text', reject_anonymous: 'flag', screen_unknown: 'flag' },
    key: ['company_id', 'user_id'],
  },
}

const newIndexes: readonly IndexPlan[] = [
  ['queue_calls', ['company_id', 'queue_id', 'entered_at', 'pbx_call_id'], 'unique'],
  ['queue_calls', ['company_id', 'pbx_call_id']],
  ['queue_calls', ['company_id', 'queue_id', 'left_at']],
  ['queue_calls', ['company_id', 'extension_id', 'entered_at']],
  ['queue_calls', ['ended_at']],
  ['devices', ['company_id', 'mac'], 'unique'],
  ['devices', ['company_id', 'instance_uuid', 'search_text']],
  ['devices', ['secret_hash'], 'unique'],
  ['blocked_numbers', ['company_id', 'user_id', 'number'], 'unique'],
]

import type { Kysely } from 'kysely'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/create-tables.ts'
import type { Engine } from '../../platform/database/database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's
export const createTelephonyTables = (db: Kysely<any>, engine: Engine) =>
  createTables(db, tables, indexes, engine)

const tables: Record<string, TablePlan> = {
  companies: {
    columns: {
      id: 'id',
      public_id: 'text',
      name: 'text',
      status: 'text',
      profile: 'text',
      primary_contact_id: 'text',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['id'],
  },
  api_keys: {
    columns: {
      company_id: 'id',
      id: 'text',
      key_hash: 'text',
      ending: 'text',
      name: 'text',
      scopes: 'text',
      created_at: 'number',
      expires_at: 'number?',
      last_used_at: 'number?',
    },
    key: ['company_id', 'id'],
  },
  contacts: {
    columns: {
      company_id: 'id',
      id: 'text',
      first_name: 'text',
      last_name: 'text',
      first_name_key: 'text',
      email: 'text?',
      email_key: 'text?',
      activated: 'flag',
      profile: 'text',
      last_enter: 'number?',
      invitation_status: 'text',
      invitation_issued_at: 'number?',
      invitation_expires_at: 'number?',
      invitation_accepted_at: 'number?',
      invitation_token_hash: 'text?',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  locations: {
    columns: {
      company_id: 'id',
      id: 'text',
      name: 'text',
      pbx_uuid: 'text',
      profile: 'text',
      e911_provisioned: 'flag',
      user_id: 'text?',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  instances: {
    columns: {
      company_id: 'id',
      uuid: 'text',
      id: 'text',
      accountcode: 'text',
      hostname: 'text',
      domain: 'text',
      created_at: 'number',
    },
    key: ['company_id', 'uuid'],
  },
  extensions: {
    columns: {
      company_id: 'id',
      id: 'text',
      instance_uuid: 'text',
      number: 'number',
      name: 'text',
      description: 'text',
      purpose: 'text',
      location_id: 'text',
      user_id: 'text?',
      user_key: 'text',
      search_text: 'text',
      data: 'text',
      secrets_sealed: 'text',
      outbound_callerid: 'text?',
      reserved: 'text?',
      state: 'text',
      call_status: 'text',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  pbx_intents: {
    columns: {
      company_id: 'id',
      instance_uuid: 'text',
      number: 'number',
      domain: 'text',
      token: 'text',
      created_at: 'number',
    },
    key: ['company_id', 'instance_uuid', 'number'],
  },
  pbx_accounts: {
    columns: {
      domain: 'text',
      number: 'number',
      ha1: 'text',
      display_name: 'text',
      state: 'text',
      call_status: 'text',
    },
    key: ['domain', 'number'],
  },
  audit_entries: {
    columns: {
      company_id: 'id',
      id: 'id',
      at: 'number',
      contact_id: 'text?',
      api_key_id: 'text?',
      action: 'text',
      subject_kind: 'text',
      subject_id: 'text',
      before: 'text?',
      after: 'text?',
    },
    key: ['company_id', 'id'],
  },
  retry_keys: {
    columns: {
      company_id: 'id',
      key_hash: 'text',
      fingerprint: 'text',
      carried_out: 'flag',
      status: 'number?',
      answer_sealed: 'text?',
      created_at: 'number',
    },
    key: ['company_id', 'key_hash'],
  },
}

const indexes: IndexPlan[] = [
  ['companies', ['public_id'], 'unique'],
  ['api_keys', ['key_hash'], 'unique'],
  ['contacts', ['company_id', 'email_key'], 'unique'],
  ['contacts', ['company_id', 'first_name_key', 'id']],
  ['contacts', ['invitation_token_hash'], 'unique'],
  ['instances', ['domain'], 'unique'],
  ['extensions', ['company_id', 'instance_uuid', 'number'], 'unique'],
  ['extensions', ['company_id', 'instance_uuid', 'user_key', 'number']],
  // A search reads this index, which contains the text, instead of whole rows.
  ['extensions', ['company_id', 'instance_uuid', 'number', 'search_text']],
  ['extensions', ['company_id', 'user_id']],
  ['extensions', ['company_id', 'location_id']],
  ['audit_entries', ['company_id', 'subject_id', 'id']],
]

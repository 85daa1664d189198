import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type IndexPlan, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export const createSignIn = (db: AnyHandle) => createTables(db, tables, indexes)

const tables: Record<string, TablePlan> = {
  sessions: {
    columns: {
      realm_id: 'id',
      id: 'id',
      user_id: 'id',
      token_hash: 'text',
      user_agent: 'text',
      created_at: 'number',
      last_seen: 'number',
    },
    key: ['realm_id', 'id'],
  },
  invites: {
    columns: {
      realm_id: 'id',
      id: 'id',
      inviter_id: 'id',
      email: 'text?',
      email_key: 'text?',
      role: 'text',
      stream_ids: 'text',
      include_default_streams: 'flag',
      notify_inviter: 'flag',
      token_hash: 'text',
      token_sealed: 'text',
      created_at: 'number',
      expires_at: 'number?',
      state: 'text',
      closed_at: 'number?',
    },
    key: ['realm_id', 'id'],
  },
  password_resets: {
    columns: {
      realm_id: 'id',
      id: 'id',
      user_id: 'id',
      token_hash: 'text',
      expires_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
  email_changes: {
    columns: {
      realm_id: 'id',
      user_id: 'id',
      new_email: 'text',
      token_hash: 'text',
      credentials_hash: 'text',
      expires_at: 'number',
    },
    key: ['realm_id', 'user_id'],
  },
  mail_outbox: {
    columns: {
      realm_id: 'id',
      id: 'id',
      about: 'text',
      sealed_mail: 'text',
      attempts: 'number',
      next_attempt_at: 'number',
    },
    key: ['realm_id', 'id'],
  },
}

const indexes: IndexPlan[] = [
  ['sessions', ['token_hash'], 'unique'],
  ['sessions', ['realm_id', 'user_id']],
  ['sessions', ['last_seen']],
  ['invites', ['token_hash'], 'unique'],
  ['invites', ['realm_id', 'created_at']],
  ['password_resets', ['token_hash'], 'unique'],
  ['password_resets', ['realm_id', 'user_id']],
  ['email_changes', ['token_hash'], 'unique'],
  ['mail_outbox', ['next_attempt_at']],
  ['mail_outbox', ['realm_id', 'about']],
]

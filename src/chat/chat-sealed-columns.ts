import type { SealedColumns } from '../platform/database/schema/sealed-column-store.ts'

/** All columns that the chat encrypts with the secret key. */
export const chatSealedColumns: readonly SealedColumns[] = [
  { table: 'users', key: ['realm_id', 'id'], columns: ['api_key_sealed'] },
  { table: 'bot_services', key: ['realm_id', 'user_id'], columns: ['token_sealed', 'secret_sealed'] },
  {
    table: 'signing_secrets',
    key: ['realm_id', 'user_id', 'integration', 'number'],
    columns: ['secret_sealed'],
  },
  { table: 'two_factors', key: ['realm_id', 'user_id'], columns: ['secret_sealed'] },
  { table: 'identity_providers', key: ['realm_id', 'id'], columns: ['secret_sealed'] },
  { table: 'push_keys', key: ['id'], columns: ['private_key_sealed'] },
  { table: 'push_subscriptions', key: ['realm_id', 'id'], columns: ['target_sealed'] },
  { table: 'invites', key: ['realm_id', 'id'], columns: ['token_sealed'] },
  { table: 'directories', key: ['realm_id', 'directory'], columns: ['secret_sealed'] },
  { table: 'outbox', key: ['tenant_id', 'id'], columns: ['secret_sealed'] },
  { table: 'events', key: ['tenant_id', 'position'], columns: ['payload'], eventType: 'realm_bot' },
]

import type { SealedColumns } from '../platform/database/schema/sealed-column-store.ts'

/** Everything that the telephony encrypts with the secret key. */
export const telephonySealedColumns: readonly SealedColumns[] = [
  { table: 'extensions', key: ['company_id', 'id'], columns: ['secrets_sealed'] },
  { table: 'conference_pins', key: ['company_id', 'route_id'], columns: ['pins_sealed'] },
  { table: 'devices', key: ['company_id', 'id'], columns: ['secret_sealed'] },
  {
    table: 'extension_import_rows',
    key: ['company_id', 'import_id', 'row'],
    columns: ['value_sealed'],
  },
  { table: 'company_carriers', key: ['company_id'], columns: ['password_sealed'] },
  { table: 'trunks', key: ['company_id', 'id'], columns: ['password_sealed'] },
  { table: 'webhooks', key: ['company_id', 'id'], columns: ['secret_sealed', 'old_secret_sealed'] },
  { table: 'outbox', key: ['tenant_id', 'id'], columns: ['secret_sealed'] },
  { table: 'retry_keys', key: ['company_id', 'key_hash'], columns: ['answer_sealed'] },
]

import { table } from '../telephony-tables.ts'
import type { ApiKeysTable } from './companies-table.ts'

/** What a key permits: to read, to change, or to manage keys, webhooks and the audit trail. */
export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

export interface ApiKey extends Omit<ApiKeysTable, 'key_hash' | 'scopes'> {
  scopes: Scope[]
}

export function apiKeyOf({ key_hash: _, scopes: text, ...row }: ApiKeysTable): ApiKey {
  return { ...row, scopes: text.split(' ') as Scope[] }
}

export const apiKeysTable = table('api_keys', ['company_id', 'id'], { read: apiKeyOf })

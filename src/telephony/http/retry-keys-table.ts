import { table } from '../telephony-tables.ts'

declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    retry_keys: RetryKeysTable
  }
}

/** The response to a POST with an Idempotency-Key. */
export interface RetryKeysTable {
  company_id: number
  /** hash of the user and the key */
  key_hash: string
  /** of the request: the same key with another request is an error */
  fingerprint: string
  carried_out: number
  status: number | null
  /** encrypted, since responses may contain credentials */
  answer_sealed: string | null
  created_at: number
}

export const retryKeysTable = table('retry_keys', ['company_id', 'key_hash'])

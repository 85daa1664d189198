declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    retry_keys: RetryKeysTable
  }
}

/** What was answered to a POST with an Idempotency-Key. */
export interface RetryKeysTable {
  company_id: number
  /** of the user and the key */
  key_hash: string
  /** of the request: the same key with another request is a mistake */
  fingerprint: string
  carried_out: number
  status: number | null
  /** encrypted: answers may carry credentials */
  answer_sealed: string | null
  created_at: number
}

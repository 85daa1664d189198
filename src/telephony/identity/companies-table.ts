declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    companies: CompaniesTable
    api_keys: ApiKeysTable
  }
}

/** Times are epoch milliseconds, in every table of the telephony. */
export interface CompaniesTable {
  id: number
  /** the id that clients see */
  public_id: string
  name: string
  status: string
  /** JSON: CompanyProfile */
  profile: string
  primary_contact_id: string
  created_at: number
  updated_at: number
}

export interface ApiKeysTable {
  company_id: number
  id: string
  key_hash: string
  /** the last characters, to recognize a key */
  ending: string
  name: string
  /** separated by spaces */
  scopes: string
  created_at: number
  /** a rotated key works until then; null: for ever */
  expires_at: number | null
  last_used_at: number | null
  /** the id of the key that a rotation made; it may have been deleted since */
  replaced_by: string | null
}

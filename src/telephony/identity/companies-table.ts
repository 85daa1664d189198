declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    companies: CompaniesTable
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

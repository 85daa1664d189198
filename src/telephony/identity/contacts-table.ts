declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    contacts: ContactsTable
  }
}

export interface ContactsTable {
  company_id: number
  id: string
  first_name: string
  last_name: string
  first_name_key: string
  /** the name and the address, in lower case */
  search_text: string
  email: string | null
  email_key: string | null
  /** the address that the user has proven to read, in lower case; proves nothing once `email_key` differs */
  proven_email_key: string | null
  activated: number
  /** 1: the account of a primary user, who cannot be disabled, is closed; see close-owner-phones.ts */
  phones_closed: number
  /** JSON: ContactProfile */
  profile: string
  last_enter: number | null
  /** the user has seen the calls that began until then; null: they have never looked */
  calls_seen_until: number | null
  invitation_status: string
  invitation_issued_at: number | null
  invitation_expires_at: number | null
  invitation_accepted_at: number | null
  invitation_token_hash: string | null
  /** the user who issued the invitation in person; null: an API key, the server or its operator did */
  invited_by: string | null
  created_at: number
  updated_at: number
}

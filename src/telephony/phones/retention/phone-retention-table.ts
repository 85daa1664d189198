import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    phone_retention: PhoneRetentionTable
  }
}

/** How long a company keeps its calls, voicemail, texts and faxes. Without a row: for ever. */
export interface PhoneRetentionTable {
  company_id: number
  /** null: for ever */
  calls_days: number | null
  voicemail_days: number | null
  recordings_days: number | null
  texts_days: number | null
  faxes_days: number | null
  /** when all that was too old had been deleted, in epoch milliseconds; null: not yet */
  applied_at: number | null
}

export const phoneRetentionTable = table('phone_retention', ['company_id'])

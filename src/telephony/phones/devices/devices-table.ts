import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    devices: DevicesTable
    device_lines: DeviceLinesTable
  }
}

export const vendors = ['yealink', 'snom', 'grandstream', 'polycom', 'linphone', 'groundwire'] as const
export type Vendor = (typeof vendors)[number]

/** A phone that fetches its settings. */
export interface DevicesTable {
  company_id: number
  id: string
  instance_uuid: string
  vendor: Vendor
  model: string
  /** twelve small hexadecimal digits; null: an app */
  mac: string | null
  label: string
  /** JSON: numbers of the instance whose state the phone shows */
  lamps: string
  /** null: that of the country */
  time_zone: string | null
  language: string | null
  secret_hash: string
  secret_sealed: string
  /** in small letters */
  search_text: string
  fetched_at: number | null
  /** how the phone named itself when it fetched its settings */
  user_agent: string
  /** when and where its phone was last known to be registered; null: not yet */
  registered_at: number | null
  registered_address: string | null
  created_at: number
  updated_at: number
}

/** An extension that a device registers. Rows of deleted extensions count for nothing. */
export interface DeviceLinesTable {
  company_id: number
  device_id: string
  extension_id: string
  place: number
  /** whose extension it was when the secret was made: for another user, the secret is void */
  user_id: string | null
}

export const devicesTable = table('devices', ['company_id', 'id'])
export const deviceLinesTable = table('device_lines', ['company_id', 'device_id', 'extension_id'], {
  orderBy: ['place'],
})

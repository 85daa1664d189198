declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    locations: LocationsTable
  }
}

export interface LocationsTable {
  company_id: number
  id: string
  name: string
  pbx_uuid: string
  /** JSON: LocationProfile */
  profile: string
  e911_provisioned: number
  /** who created it */
  user_id: string | null
  created_at: number
  updated_at: number
}

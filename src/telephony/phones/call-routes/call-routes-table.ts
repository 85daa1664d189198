declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    call_routes: CallRoutesTable
  }
}

/** A number that routes calls: a ring group, business hours, a menu or a queue. */
export interface CallRoutesTable {
  company_id: number
  id: string
  instance_uuid: string
  kind: string
  /** unique among the extensions and routes of the instance */
  number: number
  name: string
  /** JSON, by `kind` */
  settings: string
  created_at: number
  updated_at: number
}

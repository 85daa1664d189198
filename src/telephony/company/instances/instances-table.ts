import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    instances: InstancesTable
  }
}

export interface InstancesTable {
  company_id: number
  uuid: string
  id: string
  accountcode: string
  hostname: string
  /** the SIP realm, unique to the instance: each has its own 1001 */
  domain: string
  created_at: number
  /** the number of the Asterisk that serves it; 1 with another PBX */
  asterisk: number
}

export const instancesTable = table('instances', ['company_id', 'uuid'], { orderBy: ['id'] })

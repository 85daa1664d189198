import type { Address } from '../../identity/address-schema.ts'
import { table } from '../../telephony-tables.ts'
import type { LocationsTable } from './locations-table.ts'

export interface LocationProfile {
  address2: string
  building: { type: string; value: string }
  /** the caller id of extensions at this location that have none of their own */
  callerid: string
  city: string
  country: string
  email: string
  fax: string
  latitude: number | null
  longitude: number | null
  phone: string
  state: string
  street: Address['street']
  zip: string
}

/** A physical location with its own PBX instance. */
export interface Location extends Omit<LocationsTable, 'profile'> {
  profile: LocationProfile
}

export const locationOf = (row: LocationsTable): Location => ({ ...row, profile: JSON.parse(row.profile) })

export const locationsTable = table('locations', ['company_id', 'id'], { read: locationOf })

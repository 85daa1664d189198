import { listLocations } from '../../company/locations/location-store.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { addFault, type ImportRow } from './import-row.ts'
import { findContactIdsByEmail } from './import-store.ts'

/** As read from CSV: the user by address, the location by name or id. */
interface ExtensionCells {
  user?: { id: string }
  location_id?: string
  data?: object
}

/** Replaces addresses and names, as people write them in tables, by ids. */
export async function lookUpReferences(
  { database }: TelephonyPlatform,
  { company }: Actor,
  rows: readonly ImportRow[],
): Promise<void> {
  const tables = rows
    .filter(({ source }) => source)
    .map((row) => ({ row, cells: row.value as ExtensionCells }))
  const emails = [...new Set(tables.flatMap(({ cells }) => cells.user?.id ?? []))]
  const contactIds = await findContactIdsByEmail(database.read, company.id, emails)
  const locations = tables.length > 0 ? await listLocations(database.read, company.id) : []
  for (const { row, cells } of tables) {
    // So that a missing number is reported as missing.
    cells.data ??= {}
    if (cells.user) {
      const id = contactIds.get(cells.user.id.toLowerCase())
      if (id === undefined) {
        addFault(row, { pointer: '/user/id', detail: `${cells.user.id} belongs to no user of the company` })
        delete cells.user
      } else cells.user = { id }
    }
    if (cells.location_id !== undefined) {
      const named = cells.location_id
      const found = locations.filter(
        ({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase(),
      )
      if (found.length !== 1) {
        const many = found.length > 1 ? 'several locations' : 'no location'
        addFault(row, { pointer: '/location_id', detail: `${named} names ${many} of the company` })
        delete cells.location_id
      } else cells.location_id = found[0]!.id
    }
  }
}

import { serverItself } from '../identity/actor.ts'
import type { Company } from '../identity/company.ts'
import type { TelephonyDb, TelephonyPlatform } from '../telephony-platform.ts'
import { deleteFax } from './fax-actions.ts'
import { listFaxesOverBefore } from './faxes/fax-store.ts'

const FAXES_AT_ONCE = 20

/**
 * Deletes the oldest faxes of a company that ended before the time that `oldestKept` reads; undefined: none. Returns
 * whether there may be more.
 */
export async function deleteOldFaxes(
  platform: TelephonyPlatform,
  company: Company,
  oldestKept: (db: TelephonyDb) => Promise<number | undefined>,
): Promise<boolean> {
  const { read } = platform.database
  const before = await oldestKept(read)
  if (before === undefined) return false
  const held = await platform.legalHolds.heldUsers(company.id)
  const ids = await listFaxesOverBefore(read, company.id, before, held, FAXES_AT_ONCE)
  for (const id of ids) await deleteFax(platform, serverItself(company), id)
  return ids.length === FAXES_AT_ONCE
}

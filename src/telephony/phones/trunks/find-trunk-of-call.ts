import { normalizeNumber } from '../../normalize-number.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { countryOfCompany } from './country-of.ts'
import { type AddressSharer, listSharers, listTrunks } from './trunk-store.ts'
import { didsTable } from './trunks-table.ts'

/**
 * The trunk that a call from a provider belongs to; undefined: nobody has the number. Companies can share the address of
 * a provider; the number that was called tells them apart. The PBX names one of their trunks.
 */
export async function findTrunkOfCall(
  db: TelephonyDb,
  trunkId: string,
  dialled: string,
): Promise<string | undefined> {
  const sharers = await listSharers(db, trunkId)
  // A registration, or the only one: an unknown number is refused later.
  if (sharers.every((one) => one.trunk_id === trunkId)) return trunkId
  return (await findFirstOwner(db, sharers, dialled))?.trunk_id
}

/** Whether another company receives this number already, from a provider that this one has, too. */
export async function isReceivedByOther(
  db: TelephonyDb,
  companyId: number,
  number: string,
): Promise<boolean> {
  for (const { id } of await listTrunks(db, companyId)) {
    const others = (await listSharers(db, id)).filter((one) => one.company_id !== companyId)
    if (await findFirstOwner(db, others, number)) return true
  }
  return false
}

/**
 * The company that had both the address and the number first. So nobody takes calls from a company that receives them:
 * neither with an address that was named early nor with a number that was.
 */
async function findFirstOwner(
  db: TelephonyDb,
  sharers: readonly AddressSharer[],
  dialled: string,
): Promise<AddressSharer | undefined> {
  let first: { sharer: AddressSharer; since: number } | undefined
  for (const sharer of sharers) {
    const number = normalizeNumber(dialled, await countryOfCompany(db, sharer.company_id))
    const did =
      number === undefined ? undefined : await didsTable.findBy(db, { company_id: sharer.company_id, number })
    if (!did) continue
    const since = Math.max(did.number_at, sharer.claimed_at)
    if (!first || since < first.since) first = { sharer, since }
  }
  return first?.sharer
}

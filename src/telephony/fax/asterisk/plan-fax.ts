import { companiesTable } from '../../identity/company.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { planCall } from '../../phones/calls/plan-call.ts'
import { isExternal } from '../../phones/pbx/call-party.ts'
import type { CallPlan, CallRequest, FaxPlan } from '../../phones/pbx/flow/call-plan.ts'
import { countryOfCompany } from '../../phones/trunks/country-of.ts'
import { findTrunkOfCall } from '../../phones/trunks/find-trunk-of-call.ts'
import { listSharers } from '../../phones/trunks/trunk-store.ts'
import { trunksTable } from '../../phones/trunks/trunks-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { faxNumbersTable } from '../faxes/fax-tables.ts'

/** What happens to a call, which may be a fax. */
export const planCallOrFax = async (db: TelephonyDb, request: CallRequest, now: number): Promise<CallPlan> =>
  (await planFax(db, request)) ?? planCall(db, request, now)

/** The trunk that a call or a fax from a provider belongs to: several companies may share its address. */
export const findTrunkOfNumber = async (db: TelephonyDb, trunkId: string, dialled: string): Promise<string> =>
  (await findTrunkOfCall(db, trunkId, dialled)) ?? (await findTrunkOfFax(db, trunkId, dialled)) ?? trunkId

async function findTrunkOfFax(
  db: TelephonyDb,
  trunkId: string,
  dialled: string,
): Promise<string | undefined> {
  for (const { company_id: id, trunk_id: trunk } of await listSharers(db, trunkId)) {
    const number = normalizeNumber(dialled, await countryOfCompany(db, id))
    if (number !== undefined && (await faxNumbersTable.findBy(db, { number }))?.company_id === id)
      return trunk
  }
  return undefined
}

/** A call from a provider is a fax if it is for a fax number of the company that has the trunk; undefined: it is none. */
async function planFax(
  db: TelephonyDb,
  { caller, from, dialled }: CallRequest,
): Promise<FaxPlan | undefined> {
  if (!isExternal(caller) || from) return undefined
  const trunk = await trunksTable.findBy(db, { id: caller.trunk })
  const company = trunk?.enabled === 1 ? await companiesTable.find(db, { id: trunk.company_id }) : undefined
  if (company?.status !== 'active') return undefined
  const number = normalizeNumber(dialled, company.profile.address.country)
  if (number === undefined || (await faxNumbersTable.findBy(db, { number }))?.company_id !== company.id)
    return undefined
  return { kind: 'fax', companyId: company.id, number }
}

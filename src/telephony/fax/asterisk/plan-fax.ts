import { findCompany } from '../../identity/company-store.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import type { FaxPlan } from '../../phones/calls/call-plan.ts'
import { findTrunkById } from '../../phones/trunks/trunk-store.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findCompanyByFaxNumber } from '../numbers/fax-number-store.ts'

/** A call from a provider is a fax if it is for a fax number of the company that has the trunk; undefined: it is none. */
export async function planFax(
  db: TelephonyDb,
  trunkId: string,
  dialled: string,
): Promise<FaxPlan | undefined> {
  const trunk = await findTrunkById(db, trunkId)
  const company = trunk?.enabled === 1 ? await findCompany(db, trunk.company_id) : undefined
  if (company?.status !== 'active') return undefined
  const number = normalizeNumber(dialled, company.profile.address.country)
  if (number === undefined || (await findCompanyByFaxNumber(db, number)) !== company.id) return undefined
  return { kind: 'fax', companyId: company.id, number }
}

import { currentCompany } from '../../identity/current-company.ts'
import type { Telephony } from '../../telephony.ts'
import type { FaxLineEvent } from '../faxes/fax-line.ts'
import { findCompanyOfFax } from '../faxes/fax-store.ts'
import { noteProgress } from '../sending/fax-progress.ts'

/** How it went, in the line's words. Told twice, it counts once. */
export async function noteFaxEnded(
  telephony: Telephony,
  { id, status, error }: Extract<FaxLineEvent, { kind: 'ended' }>,
): Promise<boolean> {
  const companyId = await findCompanyOfFax(telephony.database.read, id)
  const company = companyId === undefined ? undefined : await currentCompany(telephony, companyId)
  if (!company) return false
  await noteProgress(telephony, company, id, () => ({ status, error, next_attempt_at: null }))
  return true
}

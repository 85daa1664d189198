import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { FaxLineEvent } from '../faxes/fax-line.ts'
import { findCompanyOfFax } from '../faxes/fax-store.ts'
import { noteProgress } from '../sending/fax-progress.ts'

/** Stores the result that the line reports. Duplicates have no effect. */
export async function noteFaxEnded(
  identity: Identity,
  { id, status, error }: Extract<FaxLineEvent, { kind: 'ended' }>,
): Promise<boolean> {
  const companyId = await findCompanyOfFax(identity.database.read, id)
  const company = companyId === undefined ? undefined : await currentCompany(identity, companyId)
  if (!company) return false
  await noteProgress(identity, company, id, () => ({ status, error, next_attempt_at: null }))
  return true
}

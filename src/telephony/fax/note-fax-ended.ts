import { currentCompany } from '../identity/current-company.ts'
import type { Identity } from '../identity/identity.ts'
import type { FaxLineEvent } from './faxes/fax-line.ts'
import { findCompanyOfFax, findFax } from './faxes/fax-store.ts'
import { noteProgress } from './sending/fax-progress.ts'
import { noteFailure } from './sending/note-failure.ts'

/** Stores the result that the line reports. Duplicates have no effect. */
export async function noteFaxEnded(
  identity: Identity,
  event: Extract<FaxLineEvent, { kind: 'ended' }>,
): Promise<boolean> {
  const { id } = event
  const companyId = await findCompanyOfFax(identity.database.read, id)
  const company = companyId === undefined ? undefined : await currentCompany(identity, companyId)
  if (!company) return false
  if (event.status === 'delivered') {
    await noteProgress(identity, company, id, () => ({
      progress: { status: 'delivered', error: null },
      nextAttemptAt: null,
    }))
    return true
  }
  const fax = await findFax(identity.database.read, company.id, id)
  // A failure that was reported before is in its status already.
  if (fax?.status === 'sending') await noteFailure(identity, company, fax, event.failure)
  return true
}

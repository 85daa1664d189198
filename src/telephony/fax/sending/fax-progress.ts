import type { Company } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type Fax, type FaxWithFile, isOver } from '../faxes/fax.ts'
import { faxUpdated } from '../faxes/fax-events.ts'
import { findFax, updateFaxRow } from '../faxes/fax-store.ts'
import { faxView } from '../faxes/fax-view.ts'
import { queueFailureMail } from './queue-failure-mail.ts'

type Progress = Partial<Pick<Fax, 'status' | 'error' | 'pages' | 'attempts' | 'next_attempt_at'>>

/**
 * The next step of an outbound fax. undefined: it is deleted or over by now, and stays as it is. Clients
 * hear of it when they can see it.
 */
export async function noteProgress(
  { clock, transact }: TelephonyPlatform,
  company: Company,
  id: string,
  decide: (fax: FaxWithFile) => Progress | undefined,
): Promise<FaxWithFile | undefined> {
  return transact(company.id, async (tx) => {
    const fax = await findFax(tx.db, company.id, id)
    if (!fax || isOver(fax)) return undefined
    const progress = decide(fax)
    if (!progress) return undefined
    await updateFaxRow(tx.db, company.id, id, { ...progress, updated_at: clock.now() })
    const after = { ...fax, ...progress }
    const view = faxView(after, company.public_id)
    if (JSON.stringify(view) !== JSON.stringify(faxView(fax, company.public_id)))
      tx.announce(faxUpdated(view))
    if (after.status === 'failed') await queueFailureMail(tx.db, clock, after)
    return after
  })
}

import type { Clock } from '../../../platform/clock.ts'
import type { Company } from '../../identity/company.ts'
import { findContact } from '../../identity/contact-store.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type Fax, type FaxWithFile, isFromMail, isOver } from '../faxes/fax.ts'
import { faxUpdated } from '../faxes/fax-events.ts'
import { findFax, updateFaxRow } from '../faxes/fax-store.ts'
import { faxView } from '../faxes/fax-view.ts'
import { insertFaxMail } from '../result-mails/fax-mail-store.ts'

type Progress = Partial<Pick<Fax, 'status' | 'error' | 'pages' | 'attempts' | 'next_attempt_at'>>

/**
 * Changes the status of an outbound fax, and announces what clients can see. undefined: it has been deleted or is
 * final.
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

/** Senders by mail expect the result in their mailbox. */
async function queueFailureMail(db: TelephonyDb, clock: Clock, fax: Fax): Promise<void> {
  if (!isFromMail(fax) || fax.user_id === null) return
  const user = await findContact(db, fax.company_id, fax.user_id)
  if (!user?.email || !user.activated) return
  await insertFaxMail(db, {
    company_id: fax.company_id,
    id: newObjectId(clock),
    fax_id: fax.id,
    email: user.email,
    attempts: 0,
    next_attempt_at: clock.now(),
    created_at: clock.now(),
  })
}

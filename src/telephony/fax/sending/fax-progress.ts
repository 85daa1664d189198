import type { Company } from '../../identity/company.ts'
import { contactsTable } from '../../identity/contact.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type Fax, type FaxWithFile, isFromMail, isOver } from '../faxes/fax.ts'
import { faxUpdated, faxView } from '../faxes/fax-events.ts'
import { findFax, updateFaxRow } from '../faxes/fax-store.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** an outbound fax, whose id is the lane */
    fax: null
  }
}

interface Step {
  progress: Partial<Pick<Fax, 'status' | 'error' | 'pages' | 'attempts'>>
  /** null: it is not attempted any more */
  nextAttemptAt?: number | null
}

/**
 * Changes the status of an outbound fax, and announces what clients can see. undefined: it has been deleted or is
 * final.
 */
export async function noteProgress(
  { clock, transact }: TelephonyPlatform,
  company: Company,
  id: string,
  decide: (fax: FaxWithFile) => Step,
): Promise<FaxWithFile | undefined> {
  return transact(company.id, async (tx) => {
    const fax = await findFax(tx.db, company.id, id)
    if (!fax || isOver(fax)) return undefined
    const { progress, nextAttemptAt } = decide(fax)
    await updateFaxRow(tx.db, company.id, id, { ...progress, updated_at: clock.now() })
    const after = { ...fax, ...progress }
    const view = faxView(after, company.public_id)
    if (JSON.stringify(view) !== JSON.stringify(faxView(fax, company.public_id)))
      tx.announce(faxUpdated(view))
    if (nextAttemptAt !== undefined) await tx.outbox.cancel('fax', id)
    if (nextAttemptAt) await tx.outbox.add('fax', { lane: id, payload: null, dueAt: nextAttemptAt })
    if (after.status === 'failed') await queueFailureMail(tx, after)
    return after
  })
}

/** Senders by mail expect the result in their mailbox. */
async function queueFailureMail({ db, outbox }: TelephonyTransaction, fax: Fax): Promise<void> {
  if (!isFromMail(fax) || fax.user_id === null) return
  const user = await contactsTable.find(db, { company_id: fax.company_id, id: fax.user_id })
  if (!user?.email || !user.activated) return
  await outbox.add('fax_mail', { lane: fax.id, payload: { faxId: fax.id, email: user.email } })
}

import type { Clock } from '../../../platform/clock.ts'
import { findContact } from '../../identity/contact-store.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Fax } from '../faxes/fax.ts'
import { isFromMail } from '../mail/mail-origin.ts'
import { insertFaxMail } from '../receiving/fax-mail-store.ts'

/** Who sent it by mail looks into the mailbox, not at the API. */
export async function queueFailureMail(db: TelephonyDb, clock: Clock, fax: Fax): Promise<void> {
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

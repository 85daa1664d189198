import type { Clock } from '../../../platform/clock.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { distinctEmails } from '../destinations/fax-destination-input.ts'
import { listDestinations } from '../destinations/fax-destination-store.ts'
import { emailsOf } from '../destinations/fax-destination-view.ts'
import type { Fax } from '../faxes/fax.ts'
import { insertFaxMail } from './fax-mail-store.ts'

/** One for each address of the company's destinations, so that no one's trouble is another's. */
export async function queueFaxMails(db: TelephonyDb, clock: Clock, fax: Fax): Promise<void> {
  const destinations = await listDestinations(db, fax.company_id)
  for (const email of distinctEmails(destinations.flatMap(emailsOf))) {
    await insertFaxMail(db, {
      company_id: fax.company_id,
      id: newObjectId(clock),
      fax_id: fax.id,
      email,
      attempts: 0,
      next_attempt_at: clock.now(),
      created_at: clock.now(),
    })
  }
}

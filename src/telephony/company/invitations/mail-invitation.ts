import { readableTime } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mailer.ts'
import type { Company } from '../../identity/company.ts'
import { type Contact, fullName } from '../../identity/contact.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { invitationToken } from '../contacts/invitation.ts'
import {
  claimInvitationMail,
  deleteInvitationMail,
  listAbandonedMails,
  releaseInvitationMail,
} from './invitation-store.ts'

/** Longer than a mail server takes to accept a mail. */
const LEASE_MS = 600_000

/**
 * Mails the user a token, unless another process does. If the mail server fails, this throws, and the mail is due
 * again.
 */
export async function mailInvitation(identity: Identity, contact: Contact): Promise<void> {
  const { clock, config, database, mailer, secrets } = identity
  const company = await currentCompany(identity, contact.company_id)
  if (company?.status !== 'active' || contact.email === null) return
  const { token, hash } = invitationToken(secrets, contact)
  const claimed = await database.write(company.id, {
    work: ({ db }) => claimInvitationMail(db, contact, hash, clock.now() + LEASE_MS),
  })
  if (!claimed) return
  try {
    await mailer.send(invitationMail(company, contact, contact.email, config.publicUrl, token))
  } catch (error) {
    await database.write(company.id, { work: ({ db }) => releaseInvitationMail(db, contact, hash) })
    throw error
  }
  await database.write(company.id, { work: ({ db }) => deleteInvitationMail(db, contact, hash) })
}

/** Makes mails due again whose sender has died. `all`: no other sender can exist. */
export async function reopenAbandonedMails(
  { clock, database }: TelephonyPlatform,
  all: boolean,
): Promise<void> {
  const before = all ? Number.MAX_SAFE_INTEGER : clock.now()
  for (const { company_id, contact_id: id, token_hash: hash } of await listAbandonedMails(
    database.read,
    before,
  )) {
    await database.write(company_id, {
      work: ({ db }) => releaseInvitationMail(db, { company_id, id }, hash),
    })
  }
}

function invitationMail(
  company: Company,
  contact: Contact,
  email: string,
  publicUrl: string,
  token: string,
): Mail {
  return {
    to: [email],
    fromName: company.name,
    subject: `Invitation to the phone system of ${company.name}`,
    text: [
      `Hello ${fullName(contact)},`,
      '',
      `${company.name} has invited you to use its phone system. Accept the invitation here:`,
      '',
      `${publicUrl}/portal/invitation/${token}`,
      '',
      'Or enter this code in your app:',
      '',
      token,
      '',
      `The invitation expires on ${readableTime(contact.invitation_expires_at ?? 0, contact.profile.timezone)}.`,
      `If you do not know ${company.name}, ignore this email.`,
      '',
    ].join('\n'),
  }
}

import { isoDate } from '../../platform/clock.ts'
import type { Mail } from '../../platform/mailer.ts'
import type { Company } from '../company/company.ts'
import { type Contact, fullName } from '../contacts/contact.ts'
import { newInvitationToken } from '../contacts/invitation.ts'
import type { Telephony } from '../telephony.ts'
import { claimInvitationMail, releaseInvitationMail } from './invitation-store.ts'

/** Sends the user a token, unless somebody else does. Fails when the mail server does; then the mail is due again. */
export async function mailInvitation(telephony: Telephony, contact: Contact): Promise<void> {
  const { config, database, mailer, secrets } = telephony
  const company = await telephony.companies.get(contact.company_id)
  if (company?.status !== 'active' || contact.email === null) return
  const { token, hash } = newInvitationToken(secrets)
  const claimed = await database.write(company.id, {
    work: ({ db }) => claimInvitationMail(db, contact, hash),
  })
  if (!claimed) return
  try {
    await mailer.send(invitationMail(company, contact, contact.email, config.publicUrl, token))
  } catch (error) {
    await database.write(company.id, { work: ({ db }) => releaseInvitationMail(db, contact, hash) })
    throw error
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
    subject: `Invitation to ${company.name}`,
    text: [
      `Hello ${fullName(contact)},`,
      '',
      `${company.name} invites you to its telephony. To accept, open this page:`,
      '',
      `    ${publicUrl}/portal/invitation/${token}`,
      '',
      'Or enter this code in your client:',
      '',
      `    ${token}`,
      '',
      `Programs look at it by GET ${publicUrl}/invitations/${token}`,
      `and accept it by POST ${publicUrl}/invitations/accept with {"token": "${token}"}.`,
      '',
      `It is valid until ${isoDate(contact.invitation_expires_at ?? 0)}. If you do not know the company, ignore this mail.`,
      '',
    ].join('\n'),
  }
}

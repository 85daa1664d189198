import { readableTime } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { Company } from '../../identity/company.ts'
import { type Contact, fullName } from '../../identity/contact.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { invitationToken } from '../contacts/invitation.ts'
import type { Directory } from '../directory.ts'
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
export async function mailInvitation(directory: Directory, contact: Contact): Promise<void> {
  const { clock, config, database, mailer, secrets } = directory
  const company = await currentCompany(directory, contact.company_id)
  if (company?.status !== 'active' || contact.email === null) return
  const { token, hash } = invitationToken(secrets, contact)
  const claimed = await database.write(company.id, {
    work: ({ db }) => claimInvitationMail(db, contact, hash, clock.now() + LEASE_MS),
  })
  if (!claimed) return
  try {
    const joinLink = await directory.personInvitations.joinLink(company, contact)
    const mail = joinLink
      ? jointMail(company, contact, joinLink)
      : invitationMail(company, contact, config.publicUrl, token)
    await mailer.send({ ...mail, to: [contact.email], fromName: company.name })
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

type Words = Pick<Mail, 'subject' | 'text'>

/** One invitation for everything. The telephony accepts it when the person has joined. */
function jointMail(company: Company, contact: Contact, link: string): Words {
  return {
    subject: `Invitation to ${company.name}`,
    text: [
      `Hello ${fullName(contact)},`,
      '',
      `${company.name} has invited you to its chat and its phone system. Join here:`,
      '',
      link,
      '',
      ...ending(company, contact),
    ].join('\n'),
  }
}

function invitationMail(company: Company, contact: Contact, publicUrl: string, token: string): Words {
  return {
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
      ...ending(company, contact),
    ].join('\n'),
  }
}

const ending = (company: Company, contact: Contact) => [
  `The invitation expires on ${readableTime(contact.invitation_expires_at ?? 0, contact.profile.timezone)}.`,
  `If you do not know ${company.name}, ignore this email.`,
  '',
]

import { readableTime } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import type { Company } from '../../identity/company.ts'
import { type Contact, contactsTable, fullName } from '../../identity/contact.ts'
import { currentCompany } from '../../identity/current-company.ts'
import { invitationToken } from '../contacts/invitation.ts'
import type { Directory } from '../directory.ts'
import { storeInvitationToken } from './invitation-store.ts'

const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000

/** Mails are attempted until the invitation expires. */
export function handleInvitationMails(directory: Directory): void {
  directory.outbox.handle('invitation_mail', {
    concurrency: 1,
    retriesAtStart: true,
    retryAfter: (attempts) => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), MAX_PAUSE_MS),
    attempt: (entry) => mailInvitation(directory, entry),
  })
}

/** Mails the user a token, which is valid from then on. */
async function mailInvitation(directory: Directory, entry: OutboxEntry<null>): Promise<void> {
  const { clock, config, database, mailer, secrets } = directory
  const contact = await contactsTable.find(database.read, { company_id: entry.tenant, id: entry.lane })
  const isPending = contact?.invitation_status === 'pending'
  if (!isPending || contact.email === null || (contact.invitation_expires_at ?? 0) <= clock.now()) return
  const company = await currentCompany(directory, contact.company_id)
  if (company?.status !== 'active') throw new Error('The company is not active')
  const { token, hash } = invitationToken(secrets, contact)
  const isCurrent = await database.write(company.id, {
    work: ({ db }) => storeInvitationToken(db, contact, hash),
  })
  // It was revoked, accepted or issued again, which has its own mail.
  if (!isCurrent) return
  const joinLink = await directory.personInvitations.joinLink(company, contact)
  const mail = joinLink
    ? jointMail(company, contact, joinLink)
    : invitationMail(company, contact, config.publicUrl, token)
  await mailer.send({ ...mail, to: [contact.email], fromName: company.name })
}

type Words = Pick<Mail, 'subject' | 'text'>

/** One invitation for everything. The telephony accepts it when the person has joined. */
function jointMail(company: Company, contact: Contact, link: string): Words {
  return {
    subject: `Invitation to ${company.name}`,
    text: [
      `Hello ${fullName(contact)},`,
      '',
      `${company.name} has invited you to its chat and its phone system.`,
      '',
      `Join ${company.name}:`,
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
      `${company.name} has invited you to use its phone system.`,
      '',
      'Accept the invitation:',
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

import { readableTime } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import { type Contact, contactsTable, fullName } from '../../identity/contact.ts'
import { currentCompany } from '../../identity/current-company.ts'
import { conflict, forbidden } from '../../problem.ts'
import { invitationStatus } from '../contacts/contact-view.ts'
import { invitationToken, inviterOf } from '../contacts/invitation.ts'
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
  const { clock, database, mailer } = directory
  const contact = await contactsTable.find(database.read, { company_id: entry.tenant, id: entry.lane })
  const isPending = contact?.invitation_status === 'pending'
  if (!isPending || contact.email === null || (contact.invitation_expires_at ?? 0) <= clock.now()) return
  const company = await currentCompany(directory, contact.company_id)
  if (company?.status !== 'active') throw new Error('The company is not active')
  const links = await prepareLinks(directory, company, contact)
  // It was revoked, accepted or issued again, which has its own mail.
  if (!links) return
  const mail = links.toJoin
    ? jointMail(company, contact, links.toJoin)
    : invitationMail(company, contact, links)
  await mailer.send({ ...mail, to: [contact.email], fromName: company.name })
}

/**
 * The link of a pending invitation, on a server that sends no mail. Only for the person who has issued it: it may lead
 * to the chat, where others may not be allowed to invite.
 */
export async function showInvitationLink(
  directory: Directory,
  actor: Actor,
  contact: Contact,
): Promise<string> {
  if (directory.config.smtpUrl !== undefined) throw conflict('They got the link by mail')
  if (invitationStatus(contact, directory.clock.now()) !== 'pending')
    throw conflict('Their invitation is not pending')
  if (contact.invited_by !== null && contact.invited_by !== inviterOf(actor))
    throw forbidden('Only the person who invited them gets the link. Invite them again to get one.')
  const links = await prepareLinks(directory, actor.company, contact)
  if (!links) throw conflict('Their invitation is not pending')
  return links.toJoin ?? links.toAccept
}

interface InvitationLinks {
  token: string
  toAccept: string
  /** if the invitation is one to the chat as well */
  toJoin: string | undefined
}

/** Makes the token valid. Undefined if the invitation is no longer pending, or was issued again. */
async function prepareLinks(
  directory: Directory,
  company: Company,
  contact: Contact,
): Promise<InvitationLinks | undefined> {
  const { config, database, secrets } = directory
  const way = config.smtpUrl === undefined ? 'shown' : 'mailed'
  const { token, hash } = invitationToken(secrets, contact, way)
  const isCurrent = await database.write(company.id, {
    work: ({ db }) => storeInvitationToken(db, contact, hash),
  })
  if (!isCurrent) return undefined
  return {
    token,
    toAccept: `${config.publicUrl}/portal/invitation/${token}`,
    toJoin: await directory.personInvitations.joinLink(company, contact),
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
      `${company.name} has invited you to its chat and its phone system.`,
      '',
      `Join ${company.name}:`,
      link,
      '',
      ...ending(company, contact),
    ].join('\n'),
  }
}

function invitationMail(company: Company, contact: Contact, { toAccept, token }: InvitationLinks): Words {
  return {
    subject: `Invitation to the phone system of ${company.name}`,
    text: [
      `Hello ${fullName(contact)},`,
      '',
      `${company.name} has invited you to use its phone system.`,
      '',
      `Join ${company.name}:`,
      toAccept,
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

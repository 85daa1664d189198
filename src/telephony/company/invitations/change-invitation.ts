import type { Author } from '../../identity/actor.ts'
import { type Contact, contactsTable } from '../../identity/contact.ts'
import { conflict, notFound } from '../../problem.ts'
import { recordChange } from '../audit/record-change.ts'
import { type ContactView, invitationStatus } from '../contacts/contact-view.ts'
import {
  acceptedInvitation,
  hasProvenEmail,
  invitationToken,
  newInvitation,
  queueInvitationMail,
} from '../contacts/invitation.ts'
import { showContact } from '../contacts/show-contact.ts'
import type { Directory } from '../directory.ts'
import { checkInvitationHolds, type Invited } from './invitation-access.ts'

type InvitationColumns = Partial<
  Pick<
    Contact,
    | 'invitation_status'
    | 'invitation_issued_at'
    | 'invitation_expires_at'
    | 'invitation_accepted_at'
    | 'invitation_token_hash'
    | 'proven_email_key'
    | 'invited_by'
    | 'last_enter'
  >
>

/**
 * Mails the user a new token. The previous one stops working. A user who has accepted one can get another if the
 * address has changed since: accepting a mailed one proves the new address.
 */
export function issueInvitation(directory: Directory, author: Author, id: string): Promise<ContactView> {
  return change(directory, author, id, 'issued', (contact, now) => {
    const sendsMail = directory.config.smtpUrl !== undefined
    const canProve = sendsMail && contact.email !== null && !hasProvenEmail(contact)
    if (contact.invitation_status === 'accepted' && !canProve)
      throw conflict('They have already accepted an invitation')
    return newInvitation(now, author)
  })
}

/** The token is kept, so that the response can say why it no longer works. */
export function revokeInvitation(directory: Directory, author: Author, id: string): Promise<ContactView> {
  return change(directory, author, id, 'revoked', (contact, now) => {
    const status = invitationStatus(contact, now)
    if (status !== 'pending') throw conflict(`Their invitation is not pending but ${status}`)
    return { invitation_status: 'revoked' }
  })
}

/** The user has joined with another invitation that stands for this one: see PersonInvitations. */
export function completeInvitation(
  directory: Directory,
  author: Author,
  id: string,
  provenEmail: string | null,
): Promise<ContactView> {
  return change(directory, author, id, 'accepted', (contact, now) => {
    if (contact.invitation_status === 'accepted') throw conflict('They have accepted the invitation')
    return { ...acceptedInvitation(now, provenEmail), last_enter: now }
  })
}

/** Called with the token alone: the invited user has no other credentials. */
export async function acceptInvitation(
  directory: Directory,
  { company, contact }: Invited,
): Promise<Invited> {
  let accepted = contact
  await change(directory, { company, contact, caller: null }, contact.id, 'accepted', (stored, now) => {
    // It may have been accepted, revoked or replaced in the meantime.
    if (stored.invitation_token_hash !== contact.invitation_token_hash) {
      throw notFound('There is no such invitation')
    }
    checkInvitationHolds(company, stored, now)
    const { hash } = invitationToken(directory.secrets, stored, 'mailed')
    const isMailed = stored.invitation_token_hash === hash
    const columns = {
      invitation_status: 'accepted',
      invitation_accepted_at: now,
      last_enter: now,
      // A mailed token proves the address, and a change of the address ends it.
      ...(isMailed && { proven_email_key: stored.email_key }),
    } as const
    accepted = { ...stored, ...columns }
    return columns
  })
  return { company, contact: accepted }
}

async function change(
  directory: Directory,
  author: Author,
  id: string,
  verb: 'issued' | 'revoked' | 'accepted',
  decide: (contact: Contact, now: number) => InvitationColumns,
): Promise<ContactView> {
  const { clock } = directory
  const { company } = author
  return directory.transact(company.id, async (tx) => {
    const contact = await contactsTable.find(tx.db, { company_id: company.id, id })
    if (!contact) throw notFound('There is no such person')
    const now = clock.now()
    const changes = { ...decide(contact, now), updated_at: now }
    const before = await showContact(directory, tx.db, company, contact)
    await contactsTable.update(tx.db, { company_id: company.id, id }, changes)
    await queueInvitationMail(tx, { ...contact, ...changes })
    const after = await showContact(directory, tx.db, company, { ...contact, ...changes })
    await recordChange(tx, clock, author, { action: `contact.invitation_${verb}`, id, before, after })
    return after
  })
}

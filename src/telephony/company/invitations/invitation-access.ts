import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import type { Contact } from '../../identity/contact.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { requirePermission } from '../../identity/permissions.ts'
import { notFound, Problem } from '../../problem.ts'
import { contactOfCompany } from '../contacts/contact-access.ts'
import { invitationStatus } from '../contacts/contact-view.ts'
import { findInvited } from './invitation-store.ts'

const GUESSES_PER_MINUTE = 30

/** For the owner. Users of other companies are not found. */
export async function contactToInvite(identity: Identity, actor: Actor, id: string): Promise<Contact> {
  const contact = await contactOfCompany(identity, actor, id)
  requirePermission(actor, 'add, invite and remove users')
  return contact
}

/** Limits how many tokens an unauthenticated client can try. */
export async function limitGuesses({ rateLimiter }: Identity, { ip }: FastifyRequest): Promise<void> {
  const budget = await rateLimiter.take(`invitations ${ip}`, GUESSES_PER_MINUTE)
  if (budget.allowed) return
  throw new Problem(429, `More than ${GUESSES_PER_MINUTE} invitations looked up within a minute`, {
    headers: { 'retry-after': String(Math.ceil(budget.retryAfterSeconds)) },
  })
}

export interface Invited {
  company: Company
  contact: Contact
}

/** The company and user that the token is for: 404 if there is none, 410 if it is no longer valid. */
export async function findInvitation(identity: Identity, token: string): Promise<Invited> {
  const contact = await findInvited(identity.database.read, identity.secrets.hash(token))
  const company = contact && (await currentCompany(identity, contact.company_id))
  if (!contact || !company) throw notFound('There is no such invitation')
  checkInvitationHolds(company, contact, identity.clock.now())
  return { company, contact }
}

export function checkInvitationHolds(company: Company, contact: Contact, now: number): void {
  const status = invitationStatus(contact, now)
  if (status === 'accepted') throw new Problem(410, 'This invitation was accepted before')
  if (status === 'expired') throw new Problem(410, 'This invitation has expired; ask for a new one')
  if (status !== 'pending') throw new Problem(410, 'This invitation was revoked')
  if (company.status !== 'active' || !contact.activated) {
    throw new Problem(410, 'This invitation is for an account that is disabled')
  }
}

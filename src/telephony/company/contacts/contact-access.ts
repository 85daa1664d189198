import type { Actor } from '../../identity/actor.ts'
import { type Contact, contactKey } from '../../identity/contact.ts'
import type { Identity } from '../../identity/identity.ts'
import { isOwner, may, requirePermission } from '../../identity/permissions.ts'
import { forbidden, notFound } from '../../problem.ts'

/** A user of the actor's company. Users of other companies are not found. */
export async function contactOfCompany(identity: Identity, actor: Actor, id: string): Promise<Contact> {
  const contact = await identity.contacts.get(contactKey(actor.company.id, id))
  if (contact?.id !== id) throw notFound('There is no such person')
  return contact
}

/** Users may edit themselves, administrators everybody but the owner: whose address it is gets the owner's mail. */
export async function contactToEdit(identity: Identity, actor: Actor, id: string): Promise<Contact> {
  const contact = await contactOfCompany(identity, actor, id)
  if (!may(actor, 'change users', contact.id)) {
    throw forbidden('Only the person concerned or the owner may do this')
  }
  if (contact.id === actor.company.primary_contact_id && !isOwner(actor)) {
    throw forbidden('Only the owner may change the owner')
  }
  return contact
}

export async function contactToDelete(identity: Identity, actor: Actor, id: string): Promise<Contact> {
  const contact = await contactOfCompany(identity, actor, id)
  requirePermission(actor, 'add, invite and remove users')
  if (contact.id === actor.company.primary_contact_id) {
    throw forbidden('The owner of an organization cannot be deleted')
  }
  return contact
}

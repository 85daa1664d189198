import { forbidden } from '../problem.ts'
import type { Actor } from './actor.ts'
import type { Scope } from './api-key.ts'

/**
 * Who may do what, for keys and for people: routes, socket events and actions ask here and nowhere else. Whether a
 * thing exists for the actor at all is decided where it is fetched (`-access.ts`).
 */
type Acting = Pick<Actor, 'caller' | 'company' | 'contact'>

/** To look, to change, or to manage keys, webhooks and the audit trail. */
export function mayUse({ caller }: Pick<Actor, 'caller'>, scope: Scope): boolean {
  if (caller.kind === 'key') return caller.apiKey.scopes.includes(scope)
  return scope !== 'admin' || caller.role !== 'user'
}

export function requireScope(actor: Pick<Actor, 'caller'>, scope: Scope): void {
  if (mayUse(actor, scope)) return
  throw forbidden(
    actor.caller.kind === 'key'
      ? `This API key does not permit '${scope}'`
      : 'Your role does not permit this',
  )
}

/** Everything of the company. With a key that is whoever acts as the primary user. */
export function mayManage({ caller, company, contact }: Acting): boolean {
  if (caller.kind === 'key') return contact.id === company.primary_contact_id
  return caller.role !== 'user'
}

export function requireManager(actor: Acting): void {
  if (!mayManage(actor)) throw forbidden("Only the company's primary user may do this")
}

/** What is the user's own is also for those who manage everything. */
export const mayManageOrOwns = (actor: Acting, userId: string | null) =>
  mayManage(actor) || userId === actor.contact.id

/** A key of the company: any of its users. Of people, those who manage the company. */
export function requireExtensionEditor(actor: Acting): void {
  if (actor.caller.kind === 'person') requireManager(actor)
}

/** SIP passwords and voicemail PINs. Who may only look does not see what lets a phone in. */
export const maySeeSecrets = (actor: Acting, extension: { readonly user_id: string | null }) =>
  mayUse(actor, 'write') && mayManageOrOwns(actor, extension.user_id)

/** Whose texts and numbers the actor sees; undefined: everybody's. */
export const viewerOf = (actor: Acting): string | undefined =>
  mayManage(actor) ? undefined : actor.contact.id

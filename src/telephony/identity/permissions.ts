import { forbidden } from '../problem.ts'
import type { Actor } from './actor.ts'
import type { Scope } from './api-key.ts'

/**
 * Who may do what, for keys and for people: routes, socket events and actions ask here and nowhere else. Whether an
 * object is visible to the actor at all is decided where it is fetched (`-access.ts`).
 */
type Acting = Pick<Actor, 'caller' | 'company' | 'contact'>

/** Whether the key or role permits the scope. */
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

/** Whether the actor may manage the whole company. With a key, that is the primary user. */
export function mayManage({ caller, company, contact }: Acting): boolean {
  if (caller.kind === 'key') return contact.id === company.primary_contact_id
  return caller.role !== 'user'
}

export function requireManager(actor: Acting): void {
  if (!mayManage(actor)) throw forbidden("Only the company's primary user may do this")
}

/** Users may manage what is their own, managers everything. */
export const mayManageOrOwns = (actor: Acting, userId: string | null) =>
  mayManage(actor) || userId === actor.contact.id

/** With a key, any user may edit extensions; with a session, only managers. */
export function requireExtensionEditor(actor: Acting): void {
  if (actor.caller.kind === 'person') requireManager(actor)
}

/** SIP passwords and voicemail PINs, which read-only keys must not see. */
export const maySeeSecrets = (actor: Acting, extension: { readonly user_id: string | null }) =>
  mayUse(actor, 'write') && mayManageOrOwns(actor, extension.user_id)

/** The user whose texts and numbers the actor sees; undefined: all. */
export const viewerOf = (actor: Acting): string | undefined =>
  mayManage(actor) ? undefined : actor.contact.id

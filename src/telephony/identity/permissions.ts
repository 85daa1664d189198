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
  // With a key or a webhook, an administrator could act as the owner or read everybody's texts.
  return scope !== 'admin' || caller.role === 'owner'
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
  if (mayManage(actor)) return
  throw forbidden(
    actor.caller.kind === 'key'
      ? "Only the company's primary user may do this"
      : 'Only owners and administrators may do this',
  )
}

/** Users may manage what is their own, managers everything. */
export const mayManageOrOwns = (actor: Acting, userId: string | null) =>
  mayManage(actor) || userId === actor.contact.id

/** With a key, any user may add extensions; with a session, only managers. */
export function requireExtensionCreator(actor: Acting): void {
  if (actor.caller.kind === 'person') requireManager(actor)
}

/** Whether the actor may change only the personal settings of an extension: see personal-settings.ts. */
export const mayEditOnlyPersonal = (actor: Acting) => actor.caller.kind === 'person' && !mayManage(actor)

/** SIP passwords and voicemail PINs, which read-only keys must not see. */
export const maySeeSecrets = (actor: Acting, extension: { readonly user_id: string | null }) =>
  mayUse(actor, 'write') && mayManageOrOwns(actor, extension.user_id)

/** The user whose texts and files the actor sees; undefined: everybody's. Administrators manage, they do not read. */
export const viewerOf = (actor: Acting): string | undefined =>
  mayManage(actor) && !isAdministrator(actor) ? undefined : actor.contact.id

const isAdministrator = ({ caller }: Acting) => caller.kind === 'person' && caller.role === 'administrator'

/** The user whose numbers the actor sees; undefined: all numbers. */
export const numbersViewerOf = (actor: Acting): string | undefined =>
  mayManage(actor) ? undefined : actor.contact.id

/** The user whose extensions the actor sees; undefined: all extensions. With a key, any user sees them all. */
export const extensionsViewerOf = (actor: Acting): string | undefined =>
  actor.caller.kind === 'key' || mayManage(actor) ? undefined : actor.contact.id

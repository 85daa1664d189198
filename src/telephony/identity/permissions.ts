import { type Reach, reaches } from '../../platform/permissions.ts'
import { forbidden } from '../problem.ts'
import type { Actor } from './actor.ts'
import type { Scope } from './api-key.ts'
import { type TelephonyPermissionName, telephonyPermissions } from './telephony-permissions.ts'

/**
 * Asks the table of permissions, for keys and for people: routes, socket events and actions ask here and nowhere else.
 * Whether an object is visible to the actor at all is decided where it is fetched (`-access.ts`).
 */
type Acting = Pick<Actor, 'caller' | 'company' | 'contact'>

/** Whether the key permits the scope. People have a role instead. */
export const mayUse = ({ caller }: Pick<Actor, 'caller'>, scope: Scope): boolean =>
  caller.kind === 'person' || caller.apiKey.scopes.includes(scope)

export function requireScope(actor: Pick<Actor, 'caller'>, scope: Scope): void {
  if (!mayUse(actor, scope)) throw forbidden(`This API key does not permit '${scope}'`)
}

/** How far the permission reaches for the actor, whatever the scopes of the key. */
export function reachOf(actor: Acting, name: TelephonyPermissionName): Reach {
  const { caller, contact, company } = actor
  const permission = telephonyPermissions[name]
  if (caller.kind === 'person') return permission[caller.role]
  return contact.id === company.primary_contact_id ? permission.owner : permission.userByKey
}

/** `userId`: whose it is that the actor wants to see or change; null: nobody's. */
export function may(actor: Acting, name: TelephonyPermissionName, userId: string | null = null): boolean {
  const { scope } = telephonyPermissions[name]
  if (scope !== null && !mayUse(actor, scope)) return false
  return reaches(reachOf(actor, name), userId === actor.contact.id)
}

/** Unless the permission reaches at least to what is the actor's own. The rest is decided where it is fetched. */
export function requireReach(actor: Acting, name: TelephonyPermissionName): void {
  if (reachOf(actor, name) === 'no') throw notPermitted(actor, name)
}

export function requirePermission(
  actor: Acting,
  name: TelephonyPermissionName,
  userId: string | null = null,
): void {
  const { scope } = telephonyPermissions[name]
  if (scope !== null) requireScope(actor, scope)
  if (!may(actor, name, userId)) throw notPermitted(actor, name)
}

function notPermitted({ caller }: Acting, name: TelephonyPermissionName) {
  if (caller.kind === 'key') return forbidden('Only the owner of the organization may do this')
  const { administrator } = telephonyPermissions[name]
  return forbidden(
    administrator === 'yes' ? 'Only owners and administrators may do this' : 'Only the owner may do this',
  )
}

/** The user whose objects the actor sees; undefined: everybody's. */
export const viewerOf = (actor: Acting, name: TelephonyPermissionName): string | undefined =>
  reachOf(actor, name) === 'yes' ? undefined : actor.contact.id

/** Whether the actor is the owner, or a key that acts as the primary user. */
export const isOwner = ({ company, contact }: Acting): boolean => contact.id === company.primary_contact_id

/** Whether the actor may change only the personal fields of an extension: see extension-data-fields.ts. */
export const mayEditOnlyPersonal = (actor: Acting) => reachOf(actor, 'change extensions') === 'own'

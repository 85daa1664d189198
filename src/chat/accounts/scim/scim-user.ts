import { isoDate } from '../../../platform/clock.ts'
import type { DirectoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { User } from '../../identity/users/user.ts'
import type { Role } from '../../identity/users/users-table.ts'
import { acceptableName } from '../acceptable-name.ts'
import type { DirectoryPerson } from '../directories/provision-person.ts'
import { invalidValue } from './scim-error.ts'
import { attribute, isObject, type Json, type JsonObject, textAt } from './scim-json.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

const MAX_TEXT = 500

/** What a client has sent, and the account does not keep. */
export interface UserDetails {
  userName?: string
  displayName?: string | undefined
  name?: { [part in 'formatted' | 'givenName' | 'familyName']?: string | undefined }
  /** false: the client sends no addresses beside the user name */
  hasEmails?: boolean
  /** whether the account was open when the client closed it, so that the client may open it again */
  isClosed?: boolean
}

export type UserLink = Pick<DirectoryLinksTable, 'external_id' | 'details' | 'changed_at'>

export const detailsOf = (link: UserLink | undefined): UserDetails => JSON.parse(link?.details ?? '{}')

/** An account as SCIM shows it. Accounts that no client has touched yet are shown, too, so that it can find them. */
export function viewScimUser(
  base: string,
  user: User,
  link: UserLink | undefined,
  groups: readonly { id: number; name: string }[],
): JsonObject {
  const { userName = user.email, displayName = user.full_name, name = {}, hasEmails } = detailsOf(link)
  return {
    schemas: [USER_SCHEMA],
    id: String(user.id),
    ...(link?.external_id != null && { externalId: link.external_id }),
    userName,
    name: { formatted: user.full_name, ...(name as JsonObject) },
    displayName,
    active: user.is_active === 1,
    emails: hasEmails === false ? [] : [{ value: user.email, type: 'work', primary: true }],
    roles: [{ value: user.role, primary: true }],
    groups: groups.map(({ id, name: display }) => ({
      value: String(id),
      display,
      $ref: `${base}/Groups/${id}`,
    })),
    meta: {
      resourceType: 'User',
      created: isoDate(user.date_joined * 1000),
      lastModified: isoDate((link?.changed_at ?? user.date_joined) * 1000),
      location: `${base}/Users/${user.id}`,
    },
  }
}

export interface ReadUser {
  person: DirectoryPerson
  externalId: string | null
  details: UserDetails & { userName: string }
}

/** `shown`: the account as the client knows it; undefined: it is new. */
export function readScimUser(resource: JsonObject, user?: User, shown?: JsonObject): ReadUser {
  const userName = shortText(resource, 'userName')
  if (userName === undefined) throw invalidValue('userName is required')
  const emails = attribute(resource, 'emails')
  const given = Array.isArray(emails) ? emailOf(emails) : undefined
  const email = wantedEmail(userName, given, shown)
  const names = namesOf(resource)
  const fullName = acceptableName(fullNameOf(names, shown && namesOf(shown)), email)
  // What equals the name of the account follows it.
  const own = (text: string | undefined) => (text === fullName || text === user?.full_name ? undefined : text)
  const { givenName, familyName } = names
  return {
    person: {
      email,
      fullName,
      role: wantedRole(attribute(resource, 'roles'), shown),
      isActive: isActive(attribute(resource, 'active')),
    },
    externalId: shortText(resource, 'externalId') ?? null,
    details: {
      userName,
      displayName: own(names.displayName),
      name: { formatted: own(names.formatted), givenName, familyName },
      hasEmails: given !== undefined,
    },
  }
}

/**
 * The address follows the user name where it is one, and the client sends no other: an account has always an address.
 */
function wantedEmail(userName: string, given: string | undefined, shown: JsonObject | undefined): string {
  const formerEmail = shown && emailOf(listOf(shown, 'emails'))
  const formerName = shown && textAt(shown, 'userName')
  const followsName =
    given !== undefined &&
    given === formerEmail &&
    formerName?.toLowerCase() === given.toLowerCase() &&
    userName !== formerName
  const named = userName.includes('@') ? userName : undefined
  const email = (followsName || given === undefined ? named : undefined) ?? given ?? formerEmail
  if (!email?.includes('@')) throw invalidValue('The user needs an email address: in emails, or as userName')
  return email
}

/** The primary address, else the one for work, else the first. The newest wins. */
function emailOf(emails: readonly Json[]): string | undefined {
  const items = emails.filter(isObject).filter((item) => textAt(item, 'value') !== undefined)
  const newest = items.toReversed()
  const chosen =
    newest.find((item) => isTrue(attribute(item, 'primary'))) ??
    newest.find((item) => attribute(item, 'type') === 'work') ??
    items[0]
  return chosen && shortText(chosen, 'value')
}

interface Names {
  displayName: string | undefined
  formatted: string | undefined
  givenName: string | undefined
  familyName: string | undefined
}

function namesOf(resource: JsonObject): Names {
  const value = attribute(resource, 'name')
  const name = isObject(value) ? value : {}
  return {
    displayName: shortText(resource, 'displayName'),
    formatted: shortText(name, 'formatted'),
    givenName: shortText(name, 'givenName'),
    familyName: shortText(name, 'familyName'),
  }
}

const partsOf = ({ givenName, familyName }: Names): string =>
  [givenName, familyName].filter((part) => part !== undefined).join(' ')

/** A name that the client has changed counts more than one that it has left alone. */
function fullNameOf(names: Names, shown: Names | undefined): string | undefined {
  const parts = partsOf(names)
  if (shown && names.displayName === shown.displayName) {
    if (names.formatted !== undefined && names.formatted !== shown.formatted) return names.formatted
    if (parts !== '' && parts !== partsOf(shown)) return parts
  }
  return names.displayName ?? names.formatted ?? (parts || undefined)
}

const roles: readonly Role[] = ['administrator', 'member', 'guest']

/** Somebody whose roles the client has removed is a member. Other names than ours change nothing. */
function wantedRole(value: Json | undefined, shown: JsonObject | undefined): Role | undefined {
  if (value === undefined || value === null) return undefined
  if (shown && JSON.stringify(attribute(shown, 'roles')) === JSON.stringify(value)) return undefined
  const items = Array.isArray(value) ? value : [value]
  if (shown && items.length === 0) return 'member'
  const names = items.map((item) => String(isObject(item) ? attribute(item, 'value') : item).toLowerCase())
  return names.toReversed().flatMap((name) => roles.find((one) => one === name) ?? [])[0]
}

/** Entra ID sends the text "False". Without the attribute, the account is open. */
function isActive(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false') throw invalidValue('active must be true or false')
  return text === 'true'
}

const isTrue = (value: Json | undefined) => String(value).toLowerCase() === 'true'

const listOf = (resource: JsonObject, name: string): readonly Json[] => {
  const value = attribute(resource, name)
  return Array.isArray(value) ? value : []
}

function shortText(object: JsonObject, name: string): string | undefined {
  const text = textAt(object, name)
  if (text !== undefined && text.length > MAX_TEXT) {
    throw invalidValue(`${name} is too long (limit: ${MAX_TEXT} characters)`)
  }
  if (text?.includes('\0')) throw invalidValue(`${name} must not contain null bytes`)
  return text
}

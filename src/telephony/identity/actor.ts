import type { ApiKey } from './api-key.ts'
import type { Company } from './company.ts'
import type { Contact } from './contact.ts'

export type Role = 'owner' | 'administrator' | 'user'

/** What authorizes a request: an API key of the company, which may act as any of its users, or a user's session. */
export type Caller = { readonly kind: 'key'; readonly apiKey: ApiKey } | Person

/** A user who has signed in, or an owner who acts as that user. */
export interface Person {
  readonly kind: 'person'
  readonly role: Role
  /** the owner who acts as the user; null: the user */
  readonly owner: Contact | null
}

/** Who acts in a request, and with what authorization: see permissions.ts. */
export interface Actor extends Author {
  readonly contact: Contact
  readonly caller: Caller
}

/** To whom the audit trail attributes a change: a user, or (contact null) the server or its operator. */
export interface Author {
  readonly company: Company
  readonly contact: Contact | null
  /** null: not requested with a key or a session */
  readonly caller: Caller | null
  /** of the request that carries an Idempotency-Key */
  readonly retryKey?: string
}

/** Whether a request is the cause, rather than the server or its operator. */
export const isActor = (author: Author): author is Actor => author.caller !== null && author.contact !== null

/** The author of what happens without a request: a text comes in, a phone registers, a command runs. */
export const serverItself = (company: Company): Author => ({ company, contact: null, caller: null })

/** Whose uploads share one limit: those of an API key, or of a person. */
export const uploaderOf = (caller: Caller | null, contact: Contact | null): string =>
  caller?.kind === 'key' ? caller.apiKey.id : `person ${contact?.id}`

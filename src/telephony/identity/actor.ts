import type { Caller } from './caller.ts'
import type { Company } from './company.ts'
import type { Contact } from './contact.ts'

/** Who acts in a request, and by what right: see access/permissions.ts. */
export interface Actor extends Author {
  readonly contact: Contact
  readonly caller: Caller
}

/** To whom a change is put down: a user, or (contact null) the server or its operator. */
export interface Author {
  readonly company: Company
  readonly contact: Contact | null
  /** null: nobody has asked for it with a key or a session */
  readonly caller: Caller | null
  /** of the request that carries an Idempotency-Key */
  readonly retryKey?: string
}

/** For what happens without a request: a text comes in, a phone registers, a command is run. */
export const serverItself = (company: Company): Author => ({ company, contact: null, caller: null })

import type { ApiKey } from '../api-keys/api-key.ts'
import type { Company } from '../company/company.ts'
import type { Contact } from '../contacts/contact.ts'

/** Who acts in a request: a user of a company, by one of the company's API keys. */
export interface Actor extends Author {
  readonly contact: Contact
  readonly isOwner: boolean
  readonly apiKey: ApiKey
}

/** To whom a change is put down: a user, or (contact null) the server or its operator. */
export interface Author {
  readonly company: Company
  readonly contact: Contact | null
  readonly apiKey: ApiKey | null
  /** of the request that carries an Idempotency-Key */
  readonly retryKey?: string
}

/** For what happens without a request: a text comes in, a phone registers, a command is run. */
export const serverItself = (company: Company): Author => ({ company, contact: null, apiKey: null })

import type { Caller } from './caller.ts'
import type { Contact } from './contact.ts'

/** Whose uploads count together: those of an API key, or of a person. */
export const uploaderOf = (caller: Caller | null, contact: Contact | null): string =>
  caller?.kind === 'key' ? caller.apiKey.id : `person ${contact?.id}`

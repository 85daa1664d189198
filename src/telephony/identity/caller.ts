import type { ApiKey } from './api-key.ts'

export type Role = 'owner' | 'administrator' | 'user'

/**
 * By what right somebody acts: with an API key of the company, which may name any of its users, or as a person who has
 * signed in.
 */
export type Caller =
  | { readonly kind: 'key'; readonly apiKey: ApiKey }
  | { readonly kind: 'person'; readonly role: Role }

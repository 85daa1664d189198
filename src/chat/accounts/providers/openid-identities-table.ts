import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    openid_identities: OpenIdIdentitiesTable
  }
}

/** Which account a person at an OpenID Connect provider has. */
export interface OpenIdIdentitiesTable {
  realm_id: number
  issuer: string
  /** the id of the person at the issuer */
  subject: string
  user_id: number
  /** epoch seconds */
  created_at: number
}

export const openIdIdentitiesTable = table('openid_identities', ['realm_id', 'issuer', 'subject'])

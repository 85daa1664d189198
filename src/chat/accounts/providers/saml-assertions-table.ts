import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    saml_assertions: SamlAssertionsTable
  }
}

/** Assertions of SAML providers and logout tokens of OpenID Connect providers that were used: each works once. */
export interface SamlAssertionsTable {
  realm_id: number
  /** keyed hash of the provider and the id of the assertion or token */
  id_hash: string
  /** epoch seconds; afterwards it is refused for its age */
  expires_at: number
}

export const samlAssertionsTable = table('saml_assertions', ['realm_id', 'id_hash'])

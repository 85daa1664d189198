import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    identity_providers: IdentityProvidersTable
  }
}

/** Where the people of an organization can sign in, besides the provider of the server. */
export interface IdentityProvidersTable {
  realm_id: number
  id: number
  kind: 'openid' | 'saml'
  /** the name of the provider on the sign-in button */
  label: string
  /** who gets an account at the first sign-in */
  joins: 'invited' | 'everyone'
  is_active: number
  /** JSON: OpenIdProviderSettings or SamlMetadata */
  settings: string
  /** the client secret; null: SAML has none, or the secret key was lost */
  secret_sealed: string | null
  /** the administrator who changed it last */
  changed_by: number
  /** epoch seconds */
  changed_at: number
}

export const identityProvidersTable = table('identity_providers', ['realm_id', 'id'])

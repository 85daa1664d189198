/** The OpenID Connect provider of this server, as the operator has configured it. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** the name of the provider on the sign-in button */
  readonly label: string
  /** who gets an account at the first sign-in */
  readonly join: 'invited' | 'everyone'
}

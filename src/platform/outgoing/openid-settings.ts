/** An OpenID Connect provider, as the operator or an administrator has configured it. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** the name of the provider on the sign-in button */
  readonly label: string
  /** who gets an account at the first sign-in */
  readonly join: 'invited' | 'everyone'
}

/** The client secret and the codes go there: without TLS only to this machine. */
export function isIssuer(issuer: string): boolean {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isLocal = url !== undefined && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  return url?.protocol === 'https:' || (isLocal && url.protocol === 'http:')
}

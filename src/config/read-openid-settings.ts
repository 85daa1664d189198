import { isIssuer, type OpenIdSettings } from '../platform/outgoing/openid-settings.ts'
import { ConfigError } from './config-error.ts'

/** undefined: people sign in with passwords only. Setting the issuer switches OpenID Connect on. */
export function readOpenIdSettings(read: (name: string) => string | undefined): OpenIdSettings | undefined {
  const issuer = read('OPENID_ISSUER')
  if (issuer === undefined) return undefined
  const [clientId, clientSecret] = [read('OPENID_CLIENT_ID'), read('OPENID_CLIENT_SECRET')]
  if (!clientId || !clientSecret) {
    throw new ConfigError('OPENID_ISSUER needs OPENID_CLIENT_ID and OPENID_CLIENT_SECRET.')
  }
  const join = read('OPENID_JOIN') ?? 'invited'
  if (join !== 'invited' && join !== 'everyone') {
    throw new ConfigError(`OPENID_JOIN must be one of invited, everyone, not '${join}'.`)
  }
  const label = read('OPENID_LABEL') ?? 'single sign-on'
  return Object.freeze({ issuer: checkIssuer(issuer), clientId, clientSecret, label, join })
}

function checkIssuer(issuer: string): string {
  if (!isIssuer(issuer)) {
    throw new ConfigError(`OPENID_ISSUER must be an address that starts with https://, not '${issuer}'.`)
  }
  return issuer
}

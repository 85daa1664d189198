import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30

/** Time-based one-time passwords (RFC 6238) as authenticator apps expect them. */
const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

/** 160 bits in base32, the form that people can type into an app. */
export const generateTotpSecret = () => new Secret({ size: 20 }).base32

/** The step whose code this is, among the present one and its neighbours, since clocks differ; undefined: none of them. */
export function findTotpStep(secret: string, code: string, seconds: number): number | undefined {
  // The library throws for six characters that are more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: seconds * 1000, window: 1 })
  return delta === null ? undefined : Math.floor(seconds / STEP_SECONDS) + delta
}

export const totpCode = (secret: string, seconds: number) =>
  totpOf(secret).generate({ timestamp: seconds * 1000 })

/** What the QR code contains. */
export const totpUri = (secret: string, issuer: string, account: string) =>
  totpOf(secret, { issuer, label: account }).toString()

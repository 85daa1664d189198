import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from './secrets.ts'

/** Time-based one-time passwords (RFC 6238) as authenticator apps expect them: SHA-1, six digits, thirty seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps before and after the current one that count, since clocks differ. */
const TOLERANCE = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in base32, the form that people can type into an app. */
export function generateTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => alphabet[byte % 32]).join('')
}

/** The step whose code this is; undefined: it is the code of none that counts now. */
export function findTotpStep(secret: string, code: string, seconds: number): number | undefined {
  const now = Math.floor(seconds / STEP_SECONDS)
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1) {
    if (isSameSecret(code, totpCode(secret, step * STEP_SECONDS))) return step
  }
  return undefined
}

export function totpCode(secret: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / STEP_SECONDS)))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = digest.at(-1)! & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** What the QR code contains. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text) {
    value = ((value << 5) | alphabet.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

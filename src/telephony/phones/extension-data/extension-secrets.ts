import { randomInt } from 'node:crypto'
import { generateApiKey, type Secrets } from '../../../platform/secrets/secrets.ts'
import { invalidField } from '../../problem.ts'
import type { CredentialName } from './extension-data-fields.ts'
import type { ExtensionDataInput } from './extension-data-schema.ts'

/** The credentials in `data`. The database stores them encrypted, the PBX only a hash of `secret`. */
export type ExtensionSecrets = Record<CredentialName, string>

const PIN_DIGITS = 6

/**
 * `password` and `secret` are two names of the SIP password. If one changes and the other comes back unchanged, the
 * change counts.
 */
function newSipPassword(
  { password, secret }: ExtensionDataInput,
  stored: string | undefined,
): string | undefined {
  const changes = new Set([secret, password].filter((value) => value !== undefined && value !== stored))
  if (changes.size > 1) {
    throw invalidField('/data/password', 'differs from /data/secret: both are the SIP password')
  }
  return [...changes][0]
}

const bothNames = (secret: string) => ({ password: secret, secret })
const newPin = () => String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')

/** Takes the given credentials and generates the rest. */
export const newSecrets = (given: ExtensionDataInput): ExtensionSecrets => ({
  ...bothNames(newSipPassword(given, undefined) ?? generateApiKey()),
  voicemail_vmpwd: given.voicemail_vmpwd ?? newPin(),
})

/** Given credentials replace the stored ones; the rest stays. */
export const mergeSecrets = (stored: ExtensionSecrets, given: ExtensionDataInput): ExtensionSecrets => ({
  ...bothNames(newSipPassword(given, stored.secret) ?? stored.secret),
  voicemail_vmpwd: given.voicemail_vmpwd ?? stored.voicemail_vmpwd,
})

/** Generates new credentials, and ignores given ones that equal the old. */
export function renewSecrets(stored: ExtensionSecrets, given: ExtensionDataInput = {}): ExtensionSecrets {
  const pin = given.voicemail_vmpwd
  return {
    ...bothNames(newSipPassword(given, stored.secret) ?? generateApiKey()),
    voicemail_vmpwd: pin !== undefined && pin !== stored.voicemail_vmpwd ? pin : newPin(),
  }
}

export const sealSecrets = (secrets: Secrets, values: ExtensionSecrets) =>
  secrets.encrypt(JSON.stringify(values))

/** Older versions stored another `password`, which no phone could use. */
export function openSecrets(secrets: Secrets, sealed: string): ExtensionSecrets {
  const stored = JSON.parse(secrets.decrypt(sealed)) as ExtensionSecrets
  return { ...stored, ...bothNames(stored.secret) }
}

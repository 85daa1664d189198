import { randomInt } from 'node:crypto'
import { generateApiKey, type Secrets } from '../../../platform/secrets.ts'
import type { ExtensionDataInput } from './extension-data-schema.ts'

/** The credentials in `data`. The database stores them encrypted, the PBX only a hash of `secret`. */
export interface ExtensionSecrets {
  password: string
  secret: string
  voicemail_vmpwd: string
}

const PIN_DIGITS = 6

export const secretNames = ['password', 'secret', 'voicemail_vmpwd'] as const

/** Takes the given credentials and generates the rest. */
export function newSecrets(given: ExtensionDataInput): ExtensionSecrets {
  return {
    password: given.password ?? generateApiKey(),
    secret: given.secret ?? generateApiKey(),
    voicemail_vmpwd: given.voicemail_vmpwd ?? String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0'),
  }
}

/** Given credentials replace the stored ones; the rest stays. */
export function mergeSecrets(stored: ExtensionSecrets, given: ExtensionDataInput): ExtensionSecrets {
  return {
    password: given.password ?? stored.password,
    secret: given.secret ?? stored.secret,
    voicemail_vmpwd: given.voicemail_vmpwd ?? stored.voicemail_vmpwd,
  }
}

/** Generates new credentials, and ignores given ones that equal the old. */
export function renewSecrets(stored: ExtensionSecrets, given: ExtensionDataInput = {}): ExtensionSecrets {
  const changed = secretNames.filter((name) => given[name] !== undefined && given[name] !== stored[name])
  return newSecrets(Object.fromEntries(changed.map((name) => [name, given[name]])))
}

export const sealSecrets = (secrets: Secrets, values: ExtensionSecrets) =>
  secrets.encrypt(JSON.stringify(values))

export const openSecrets = (secrets: Secrets, sealed: string) =>
  JSON.parse(secrets.decrypt(sealed)) as ExtensionSecrets

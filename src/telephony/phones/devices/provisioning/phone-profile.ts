import type { PhoneClock } from './phone-clock.ts'
import type { PhoneLanguage } from './phone-language.ts'

/** Everything that a phone gets, whatever its vendor calls it. */
export interface PhoneProfile {
  readonly mac: string
  readonly label: string
  readonly language: PhoneLanguage
  readonly clock: PhoneClock
  readonly timeServer: string
  readonly lines: readonly PhoneLine[]
  readonly lamps: readonly PhoneContact[]
  readonly phoneBook: readonly PhoneContact[]
  /** where its files are, without a slash at the end */
  readonly address: string
}

export interface PhoneContact {
  readonly number: string
  readonly name: string
}

export interface PhoneLine extends PhoneContact {
  readonly password: string
  readonly domain: string
  readonly proxyHost: string
  readonly proxyPort: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly srtp: 'off' | 'optional' | 'required'
  readonly dtls: boolean
  /** seconds */
  readonly expires: number
}

/** What people dial to hear their messages, and to take the call that rings at a colleague's phone. */
export const MAILBOX_CODE = '*97'
export const PICKUP_CODE = '**'
/** How often a phone looks for new settings, in minutes. */
export const REFRESH_MINUTES = 1440

export interface ProvisioningFile {
  readonly type: 'text/plain' | 'application/xml'
  readonly text: string
}

/** A file that a phone asks for; undefined: there is no such file. */
export type FileOf = (profile: PhoneProfile, name: string) => ProvisioningFile | undefined

/** Text in XML, in elements and in attributes. Characters that XML forbids are left out. */
export const xml = (text: string | number): string =>
  oneLine(String(text)).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** One line, without control characters and halves of characters. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu, ' ')

export const xmlFile = (body: string): ProvisioningFile => ({
  type: 'application/xml',
  text: `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`,
})

import type { ClockChange } from './phone-clock.ts'
import type { PhoneLanguage } from './phone-language.ts'
import {
  type FileOf,
  MAILBOX_CODE,
  oneLine,
  type PhoneProfile,
  PICKUP_CODE,
  REFRESH_MINUTES,
  xml,
  xmlFile,
} from './phone-profile.ts'

const languages: Record<PhoneLanguage, string> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  tr: 'Turkish',
}
const transports = { udp: 0, tcp: 1, tls: 2 }
const srtp = { off: 0, optional: 1, required: 2 }
const LINE_KEY = 15
const LAMP_KEY = 16

export const yealinkFile: FileOf = (profile, name) => {
  if (name === `${profile.mac}.cfg`) return { type: 'text/plain', text: configuration(profile) }
  if (name === 'phonebook.xml') return phoneBook(profile)
  return undefined
}

function configuration(profile: PhoneProfile): string {
  const { lines, lamps, clock, language, timeServer, address } = profile
  const settings: [string, string | number][] = []
  lines.forEach((line, index) => {
    const account = (name: string, value: string | number) =>
      settings.push([`account.${index + 1}.${name}`, value])
    account('enable', 1)
    account('label', line.name)
    account('display_name', line.name)
    account('user_name', line.number)
    account('auth_name', line.number)
    account('password', line.password)
    account('sip_server.1.address', line.domain)
    account('sip_server.1.port', line.proxyPort)
    account('sip_server.1.transport_type', transports[line.transport])
    account('sip_server.1.expires', line.expires)
    account('outbound_proxy_enable', 1)
    account('outbound_proxy.1.address', line.proxyHost)
    account('outbound_proxy.1.port', line.proxyPort)
    account('srtp_encryption', srtp[line.srtp])
    account('subscribe_mwi', 1)
    settings.push([`voice_mail.number.${index + 1}`, MAILBOX_CODE])
  })
  const keys = [
    ...lines.map((line, index) => ({ type: LINE_KEY, line: index + 1, value: '', label: line.name })),
    ...lamps.map(({ number, name }) => ({ type: LAMP_KEY, line: 1, value: number, label: name })),
  ]
  keys.forEach((key, index) => {
    for (const [name, value] of Object.entries(key)) settings.push([`linekey.${index + 1}.${name}`, value])
  })
  settings.push(
    ['features.pickup.direct_pickup_enable', 1],
    ['features.pickup.direct_pickup_code', PICKUP_CODE],
    ['lang.gui', languages[language]],
    ['local_time.ntp_server1', timeServer],
    ['local_time.time_zone', hours(clock.offset)],
    ['local_time.summer_time', clock.summer ? 1 : 0],
  )
  if (clock.summer) {
    settings.push(
      ['local_time.dst_time_type', 1],
      ['local_time.start_time', change(clock.summer.start)],
      ['local_time.end_time', change(clock.summer.end)],
      ['local_time.offset_time', clock.summer.shift / 60],
    )
  }
  settings.push(
    ['remote_phonebook.data.1.name', 'Company'],
    ['remote_phonebook.data.1.url', `${address}/phonebook.xml`],
    ['static.auto_provision.server.url', `${address}/`],
    ['static.auto_provision.repeat.enable', 1],
    ['static.auto_provision.repeat.minutes', REFRESH_MINUTES],
  )
  return `#!version:1.0.0.1\n${settings.map(([name, value]) => `${name} = ${plain(value)}\n`).join('')}`
}

/** `%NULL%` and `%EMPTY%` mean something to the phone. */
const plain = (value: string | number) => oneLine(String(value)).replace(/%(?=(?:NULL|EMPTY)%)/gi, '')

/** `+1`, `-3:30` */
function hours(offset: number): string {
  const minutes = Math.abs(offset) / 60
  const rest = minutes % 60
  return `${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${rest}`}`
}

/** Month, week, day (7: Sunday) and hour. */
const change = ({ month, week, weekday, hour }: ClockChange) => [month, week, weekday || 7, hour].join('/')

const phoneBook = ({ phoneBook: contacts }: PhoneProfile) =>
  xmlFile(`<YealinkIPPhoneDirectory>
${contacts
  .map(
    ({ name, number }) =>
      `<DirectoryEntry><Name>${xml(name)}</Name><Telephone>${xml(number)}</Telephone></DirectoryEntry>`,
  )
  .join('\n')}
</YealinkIPPhoneDirectory>`)

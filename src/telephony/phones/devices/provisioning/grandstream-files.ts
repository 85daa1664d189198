import type { ClockChange, PhoneClock } from './phone-clock.ts'
import {
  type FileOf,
  MAILBOX_CODE,
  type PhoneLine,
  type PhoneProfile,
  PICKUP_CODE,
  REFRESH_MINUTES,
  xml,
  xmlFile,
} from './phone-profile.ts'

type PValues = Record<number, string | number>

const transports = { udp: 0, tcp: 1, tls: 2 }
const srtp = { off: 0, optional: 1, required: 2 }
const LINE_KEY = 0
const LAMP_KEY = 11
/** The keys whose settings have the same numbers in all models. */
const MAX_KEYS = 6
/** The longest time after which it reads the phone book again. */
const MAX_PHONE_BOOK_MINUTES = 720

export const grandstreamFile: FileOf = (profile, name) => {
  if (name === `cfg${profile.mac}.xml`) return configuration(profile)
  if (name === 'phonebook.xml') return phoneBook(profile)
  return undefined
}

function configuration(profile: PhoneProfile) {
  const { lines, clock, language, timeServer, address, mac } = profile
  const isHttps = address.startsWith('https:')
  const withoutScheme = address.replace(/^https?:\/\//, '')
  const values: PValues = {
    ...Object.assign({}, ...lines.map(account)),
    ...keysOf(profile),
    30: timeServer,
    64: 'customize',
    246: posixZone(clock),
    // DHCP must not replace the time zone and the time server.
    143: 0,
    144: 0,
    212: isHttps ? 2 : 1,
    237: withoutScheme,
    194: 1,
    193: REFRESH_MINUTES,
    1362: language,
    330: isHttps ? 3 : 1,
    331: withoutScheme,
    332: MAX_PHONE_BOOK_MINUTES,
    1347: PICKUP_CODE,
  }
  return xmlFile(`<gs_provision version="1">
<mac>${mac}</mac>
<config version="1">
${Object.entries(values)
  .map(([number, value]) => `<P${number}>${xml(value)}</P${number}>`)
  .join('\n')}
</config>
</gs_provision>`)
}

/** The first account has numbers of its own; those of the others are 100 apart. */
function account(line: PhoneLine, index: number): PValues {
  const values = [
    [271, 401, 1],
    [270, 417, line.name],
    [47, 402, line.domain],
    [48, 403, `${line.proxyHost}:${line.proxyPort}`],
    [35, 404, line.number],
    [36, 405, line.number],
    [34, 406, line.password],
    [3, 407, line.name],
    [33, 426, MAILBOX_CODE],
    [31, 410, 1],
    // in minutes
    [32, 412, Math.max(1, Math.floor(line.expires / 60))],
    [99, 415, 1],
    [130, 448, transports[line.transport]],
    // `sip:` with TLS, since Asterisk identifies phones by it
    [2329, 2429, 0],
    [183, 443, srtp[line.srtp]],
  ] as const
  return Object.fromEntries(
    values.map(([first, second, value]) => [index === 0 ? first : second + 100 * (index - 1), value]),
  )
}

function keysOf({ lines, lamps }: PhoneProfile): PValues {
  const keys = [
    ...lines.map(({ name }, account) => ({ mode: LINE_KEY, account, name, number: '' })),
    ...lamps.map(({ name, number }) => ({ mode: LAMP_KEY, account: 0, name, number })),
  ]
  return Object.assign(
    {},
    ...keys.slice(0, MAX_KEYS).map(({ mode, account, name, number }, index) => ({
      [1363 + 2 * index]: mode,
      [1364 + 2 * index]: account,
      [1465 + 2 * index]: name,
      [1466 + 2 * index]: number,
    })),
  )
}

/** `ABC-1DEF-2,M3.5.0/2,M10.5.0/3`: POSIX counts hours west of Greenwich. */
function posixZone({ offset, summer }: PhoneClock): string {
  const zone = (name: string, east: number) => {
    const minutes = Math.abs(east) / 60
    const rest = minutes % 60
    return `${name}${east > 0 ? '-' : ''}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${rest}`}`
  }
  const change = ({ month, week, weekday, hour }: ClockChange) => `M${month}.${week}.${weekday}/${hour}`
  if (!summer) return zone('STD', offset)
  const names = `${zone('STD', offset)}${zone('DST', offset + summer.shift)}`
  return [names, change(summer.start), change(summer.end)].join(',')
}

const phoneBook = ({ phoneBook: contacts }: PhoneProfile) =>
  xmlFile(`<AddressBook>
${contacts
  .map(
    ({ name, number }) =>
      `<Contact><FirstName></FirstName><LastName>${xml(name)}</LastName><Phone type="Work"><phonenumber>${xml(number)}</phonenumber><accountindex>0</accountindex></Phone></Contact>`,
  )
  .join('\n')}
</AddressBook>`)

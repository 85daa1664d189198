import { isIP } from 'node:net'
import { FormatRegistry } from '@sinclair/typebox'
import { getCountries } from 'libphonenumber-js'
import { isoDate, readDate } from '../../platform/clock.ts'

/** Deliberately lenient: only a mail can prove an address. */
const email = /^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/
const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

const countries = new Set<string>(getCountries())

FormatRegistry.Set('email', (value) => value === '' || (value.length <= 254 && email.test(value)))
FormatRegistry.Set(
  'date',
  (value) => date.test(value) && isDayOfCalendar(value.slice(0, 10)) && readDate(value) !== undefined,
)
FormatRegistry.Set('timezone', isTimezone)
FormatRegistry.Set('https-or-http-url', (value) => /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value))

// Values that reach a SIP server, where a line break would start a new header or setting.
FormatRegistry.Set('line', isLine)
FormatRegistry.Set('text', (value) => !/[^\P{Cc}\t\r\n]/u.test(value))
FormatRegistry.Set('phone-number', (value) => value === '' || (isLine(value) && /\d/.test(value)))
FormatRegistry.Set('sip-name', (value) => /^[\w.+-]{0,80}$/.test(value))
FormatRegistry.Set('mailbox', (value) => value === '' || value.split(',').every(isMailbox))
FormatRegistry.Set('codecs', (value) => value === '' || value.split(/[,&|]/).every(isCodec))
FormatRegistry.Set('ip-address', (value) => isIP(value) !== 0)
FormatRegistry.Set('sip-host', isHost)
FormatRegistry.Set('country-code', (value) => countries.has(value))
FormatRegistry.Set('number-prefix', (value) => /^\+?[1-9]\d{0,14}$/.test(value))
FormatRegistry.Set('dial-prefix', (value) => /^\d{0,6}$/.test(value))
FormatRegistry.Set('send-prefix', (value) => /^\+?\d{0,15}$/.test(value))
FormatRegistry.Set('dialled', (value) => /^[\d*#+-]{0,200}$/.test(value))

/** For messages: "must be <this>". */
export const formatNames: Record<string, string> = {
  email: 'an email address',
  date: 'an ISO 8601 date',
  timezone: 'an IANA time zone such as Europe/London',
  'https-or-http-url': 'an http or https address',
  text: 'text without control characters',
  line: 'one line, without control characters',
  'phone-number': 'a phone number',
  'sip-name': 'letters, digits and . _ + - only, at most 80',
  mailbox: 'a mailbox such as 1001@default, or several with commas between them',
  codecs: 'names of codecs such as ulaw,alaw,opus',
  'ip-address': 'an IP address',
  'sip-host': 'the name or the IP address of a server',
  'country-code': 'the code of a country such as DE',
  'number-prefix': 'the beginning of a number such as +252, or of a service number such as 118',
  'dial-prefix': 'at most six digits',
  'send-prefix': 'digits, and a + before them if you like',
  dialled: 'digits, * # + and - only',
}

/** Date.parse accepts February 31 as a day in March. */
function isDayOfCalendar(day: string): boolean {
  const time = readDate(`${day}T00:00:00Z`)
  return time !== undefined && isoDate(time).startsWith(day)
}

function isTimezone(value: string): boolean {
  if (value === '') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** No control characters or Unicode line separators. */
function isLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value)
}

/** A name such as sip.example.com, or an address. */
function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^(?!\d+(\.\d+){3}$)[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value)
}

const isMailbox = (text: string) => /^[\w.-]{1,80}(?:@[\w.-]{1,80})?$/.test(text)

/** The codecs of Asterisk, and `all`. A leading `!` excludes one. */
const codecs = new Set([
  ...['adpcm', 'alaw', 'all', 'codec2', 'g719', 'g722', 'g723', 'g726', 'g726aal2', 'g729', 'gsm', 'h261'],
  ...['h263', 'h263p', 'h264', 'h265', 'ilbc', 'jpeg', 'lpc10', 'mpeg4', 'none', 'opus', 'png', 'silk'],
  ...['silk8', 'silk12', 'silk16', 'silk24', 'siren14', 'siren7', 'slin', 'slin12', 'slin16', 'slin24'],
  ...['slin32', 'slin44', 'slin48', 'slin96', 'slin192', 'speex', 'speex16', 'speex32', 't140', 't140red'],
  ...['testlaw', 'ulaw', 'vp8', 'vp9'],
])

/** A packet length may follow: `ulaw:30`. */
function isCodec(text: string): boolean {
  const [, name] = /^!?([a-z0-9]{1,20})(?::\d{1,3})?$/.exec(text.trim().toLowerCase()) ?? []
  return name !== undefined && codecs.has(name)
}

import type { ClockChange } from './phone-clock.ts'
import type { PhoneLanguage } from './phone-language.ts'
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

const languages: Record<PhoneLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
  tr: 'Türkçe',
}
const srtp = { off: 'off', optional: 'optional', required: 'mandatory' }

/** A phone asks for `snomD735-000413AABBCC.htm`, by its model, or for the name in its settings. */
export const snomFile: FileOf = (profile, name) =>
  /^snom[a-z0-9]*-([0-9a-f]{12})\.(?:html?|xml)$/i.exec(name)?.[1]?.toLowerCase() === profile.mac
    ? settings(profile)
    : undefined

/** A phone with a time zone of its own computes the next two settings from it: it must have none. */
function settings({ lines, lamps, clock, language, timeServer, phoneBook, address, mac }: PhoneProfile) {
  const first = lines[0]!
  const keys = [
    ...lines.map((line, index) => ({ context: index + 1, label: line.name, value: 'line' })),
    ...lamps.map(({ number, name }) => ({
      context: 1,
      label: name,
      value: `blf sip:${number}@${first.domain}|${PICKUP_CODE}`,
    })),
  ]
  const { summer } = clock
  return xmlFile(`<settings>
<phone-settings e="2">
${lines.flatMap(account).join('\n')}
<language perm="">${languages[language]}</language>
<ntp_server perm="">${xml(timeServer)}</ntp_server>
<timezone perm=""></timezone>
<utc_offset perm="">${clock.offset}</utc_offset>
<dst perm="">${summer ? `${summer.shift} ${change(summer.start)} ${change(summer.end)}` : ''}</dst>
<setting_server perm="">${xml(address)}/snom-${mac}.xml</setting_server>
<settings_refresh_timer perm="">${REFRESH_MINUTES * 60}</settings_refresh_timer>
</phone-settings>
<functionKeys e="2">
${keys.map(({ context, label, value }, index) => `<fkey idx="${index}" context="${context}" label="${xml(label)}" perm="">${xml(value)}</fkey>`).join('\n')}
</functionKeys>
<tbook e="2" complete="true">
${phoneBook.map(({ name, number }, index) => `<item context="line1" type="none" index="${index}"><name>${xml(name)}</name><number>${xml(number)}</number></item>`).join('\n')}
</tbook>
</settings>`)
}

function account(line: PhoneLine, index: number): string[] {
  const one = (name: string, value: string | number) =>
    `<${name} idx="${index + 1}" perm="">${xml(value)}</${name}>`
  return [
    one('user_active', 'on'),
    one('user_realname', line.name),
    one('user_idle_text', line.name),
    one('user_name', line.number),
    one('user_pname', line.number),
    one('user_pass', line.password),
    one('user_host', line.domain),
    one('user_outbound', `${line.proxyHost}:${line.proxyPort};transport=${line.transport}`),
    one('user_expiry', line.expires),
    one('user_srtp', line.srtp === 'off' ? 'off' : 'on'),
    one('user_savp', srtp[line.srtp]),
    one('user_mailbox', MAILBOX_CODE),
  ]
}

/** `03.05.07 02:00:00`: month, week, day (7: Sunday) and time. */
function change({ month, week, weekday, hour }: ClockChange): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(month)}.${two(week)}.${two(weekday || 7)} ${two(hour)}:00:00`
}

import type { ClockChange } from './phone-clock.ts'
import type { PhoneLanguage } from './phone-language.ts'
import {
  type FileOf,
  MAILBOX_CODE,
  type PhoneProfile,
  PICKUP_CODE,
  REFRESH_MINUTES,
  xml,
  xmlFile,
} from './phone-profile.ts'

const languages: Record<PhoneLanguage, string> = {
  en: '',
  de: 'German_Germany',
  es: 'Spanish_Spain',
  fr: 'French_France',
  it: 'Italian_Italy',
  nl: 'Dutch_Netherlands',
  pl: 'Polish_Poland',
  pt: 'Portuguese_Portugal',
  ru: 'Russian_Russia',
  // The phones have no Turkish.
  tr: '',
}
const transports = { udp: 'UDPOnly', tcp: 'TCPOnly', tls: 'TLS' }

type Attributes = Record<string, string | number>

/** The key of a lamp dials this and the number that rings there. */
const pickup: Attributes = {
  'call.directedCallPickupMethod': 'legacy',
  'call.directedCallPickupString': PICKUP_CODE,
}

/** Phones read their phone book again only if people cannot change it. */
const polling: Attributes = {
  'prov.polling.enabled': 1,
  'prov.polling.mode': 'rel',
  'prov.polling.period': REFRESH_MINUTES * 60,
  'dir.local.readonly': 1,
}

/** The phone asks for the file of its address, then for that of all phones, and then for what they name. */
export const polycomFile: FileOf = (profile, name) => {
  const { mac } = profile
  if ([`${mac}.cfg`, '000000000000.cfg'].includes(name)) {
    return xmlFile(`<APPLICATION APP_FILE_PATH="" CONFIG_FILES="${mac}-settings.cfg" MISC_FILES=""/>`)
  }
  if (name === `${mac}-settings.cfg`) return settings(profile)
  if ([`${mac}-directory.xml`, '000000000000-directory.xml'].includes(name)) return directory(profile)
  return undefined
}

function settings(profile: PhoneProfile) {
  const { lines, lamps, clock, language, timeServer } = profile
  const registrations = lines.map((line, index): Attributes => {
    const one = `reg.${index + 1}`
    return {
      [`${one}.address`]: line.number,
      [`${one}.label`]: line.name,
      [`${one}.displayName`]: line.name,
      [`${one}.auth.userId`]: line.number,
      [`${one}.auth.password`]: line.password,
      [`${one}.server.1.address`]: line.domain,
      [`${one}.server.1.port`]: line.proxyPort,
      [`${one}.server.1.transport`]: transports[line.transport],
      [`${one}.server.1.expires`]: line.expires,
      [`${one}.outboundProxy.address`]: line.proxyHost,
      [`${one}.outboundProxy.port`]: line.proxyPort,
      [`${one}.outboundProxy.transport`]: transports[line.transport],
      [`${one}.srtp.enable`]: line.srtp === 'off' ? 0 : 1,
      [`${one}.srtp.offer`]: line.srtp === 'off' ? 0 : 1,
      [`${one}.srtp.require`]: line.srtp === 'required' ? 1 : 0,
      [`msg.mwi.${index + 1}.subscribe`]: `${line.number}@${line.domain}`,
      [`msg.mwi.${index + 1}.callBackMode`]: 'contact',
      [`msg.mwi.${index + 1}.callBack`]: MAILBOX_CODE,
    }
  })
  const watched = lamps.map(({ number, name }, index): Attributes => {
    const one = `attendant.resourceList.${index + 1}`
    return {
      [`${one}.address`]: `sip:${number}@${lines[0]!.domain}`,
      [`${one}.label`]: name,
      [`${one}.type`]: 'normal',
    }
  })
  const time: Attributes = {
    'tcpIpApp.sntp.address': timeServer,
    'tcpIpApp.sntp.address.overrideDHCP': 1,
    'tcpIpApp.sntp.gmtOffset': clock.offset,
    'tcpIpApp.sntp.gmtOffset.overrideDHCP': 1,
    'tcpIpApp.sntp.daylightSavings.enable': clock.summer ? 1 : 0,
    'tcpIpApp.sntp.daylightSavings.fixedDayEnable': 0,
    ...(clock.summer && { ...change('start', clock.summer.start), ...change('stop', clock.summer.end) }),
  }
  return xmlFile(`<polycomConfig>
${element('reg', Object.assign({}, ...registrations))}
${element('attendant', { 'attendant.reg': 1, ...Object.assign({}, ...watched) })}
${element('call', pickup)}
${element('tcpIpApp', time)}
${element('prov', polling)}
${element('lcl', { 'lcl.ml.lang': languages[language] })}
</polycomConfig>`)
}

const element = (name: string, attributes: Attributes) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => `\n  ${key}="${xml(value)}"`)
    .join('')}/>`

/** The day counts weeks: 1, 8, 15 or 22, or the last one of the month. */
function change(which: 'start' | 'stop', { month, week, weekday, hour }: ClockChange): Attributes {
  const one = `tcpIpApp.sntp.daylightSavings.${which}`
  return {
    [`${one}.month`]: month,
    [`${one}.date`]: week === 5 ? 1 : 7 * week - 6,
    [`${one}.dayOfWeek`]: weekday + 1,
    [`${one}.dayOfWeek.lastInMonth`]: week === 5 ? 1 : 0,
    [`${one}.time`]: hour,
  }
}

const directory = ({ phoneBook }: PhoneProfile) =>
  xmlFile(`<directory>
<item_list>
${phoneBook.map(({ name, number }) => `<item><ln></ln><fn>${xml(name)}</fn><ct>${xml(number)}</ct></item>`).join('\n')}
</item_list>
</directory>`)

import { SIP_REALM } from '../../pbx/pbx.ts'
import {
  type FileOf,
  MAILBOX_CODE,
  oneLine,
  type PhoneLine,
  type PhoneProfile,
  xml,
  xmlFile,
} from './phone-profile.ts'

export const LINPHONE_FILE = 'linphone.xml'
export const ACROBITS_FILE = 'acrobits.xml'

export const linphoneFile: FileOf = (profile, name) =>
  name === LINPHONE_FILE ? linphoneConfiguration(profile) : undefined

/** Groundwire is an app of Acrobits. It has one account per file: the first. */
export const groundwireFile: FileOf = ({ lines }, name) =>
  name === ACROBITS_FILE ? acrobitsAccount(lines[0]!) : undefined

/** Entries of Linphone's configuration file, by section. */
function linphoneConfiguration({ lines, phoneBook }: PhoneProfile) {
  const first = lines[0]!
  const sections: [string, Record<string, string | number>][] = [
    [
      'sip',
      {
        default_proxy: 0,
        media_encryption: first.srtp === 'off' ? 'none' : first.dtls ? 'dtls' : 'srtp',
        media_encryption_mandatory: first.srtp === 'required' ? 1 : 0,
      },
    ],
    ...lines.flatMap((line, index): typeof sections => {
      const server = `<sip:${line.proxyHost}:${line.proxyPort};transport=${line.transport}>`
      return [
        [
          `proxy_${index}`,
          {
            reg_identity: `${quoted(line.name)} <sip:${line.number}@${line.domain}>`,
            reg_proxy: server,
            reg_route: server,
            reg_expires: line.expires,
            reg_sendregister: 1,
            realm: SIP_REALM,
          },
        ],
        [
          `auth_info_${index}`,
          { username: line.number, passwd: line.password, realm: SIP_REALM, domain: line.domain },
        ],
      ]
    }),
    ...phoneBook.map(({ name, number }, index): (typeof sections)[number] => [
      `friend_${index}`,
      { url: `${quoted(name)} <sip:${number}@${first.domain}>`, pol: 'accept', subscribe: 0 },
    ]),
  ]
  return xmlFile(`<config xmlns="http://www.linphone.org/xsds/lpconfig.xsd">
${sections
  .map(
    ([name, entries]) => `<section name="${name}">
${Object.entries(entries)
  .map(([key, value]) => `  <entry name="${key}" overwrite="true">${xml(value)}</entry>`)
  .join('\n')}
</section>`,
  )
  .join('\n')}
</config>`)
}

/** A name in a SIP address. */
const quoted = (name: string) => `"${oneLine(name).replace(/["\\<>]/g, ' ')}"`

function acrobitsAccount(line: PhoneLine) {
  const kind = line.dtls ? 'dtls' : 'sdes'
  const option = { off: '', optional: 'enabled', required: 'required' }[line.srtp]
  const account: Record<string, string | number> = {
    title: line.name,
    displayName: line.name,
    username: line.number,
    password: line.password,
    host: line.domain,
    proxy: `${line.proxyHost}:${line.proxyPort}`,
    transport: line.transport === 'tls' ? 'tls+sip:' : line.transport,
    expires: line.expires,
    [`${kind}Incoming`]: option,
    [`${kind}Outgoing`]: option,
    subscribeForVoicemail: 1,
    voiceMailNumber: MAILBOX_CODE,
  }
  return xmlFile(`<account>
${Object.entries(account)
  .map(([name, value]) => `<${name}>${xml(value)}</${name}>`)
  .join('\n')}
</account>`)
}

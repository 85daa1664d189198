import type { PbxAccount } from '../../pbx.ts'
import type { PhoneSettings } from '../../phone-settings.ts'

/** What a phone may use if its extension does not choose: all that Asterisk can convert without further modules. */
export const CODECS = 'g722,ulaw,alaw'

/** Asterisk never shows a phone as registered that it has not queried once. */
const ONLY_AT_FIRST = '86400'

/** Columns of the table `phones`, which the views give to Asterisk under the names of its options. */
export const phoneColumns = [
  'id',
  'number',
  'domain',
  'ha1',
  'replaced_at',
  'callerid',
  'allow',
  'dtmf_mode',
  'use_avpf',
  'bundle',
  'rtcp_mux',
  'ice_support',
  'media_encryption',
  'media_encryption_optimistic',
  'media_use_received_transport',
  'force_rport',
  'rewrite_contact',
  'rtp_symmetric',
  'send_pai',
  'send_rpid',
  'trust_id_inbound',
  'timers',
  'accountcode',
  'max_contacts',
  'maximum_expiration',
  'mailboxes',
  'mwi_subscription',
  'moh_suggest',
  'qualify_frequency',
] as const

export type PhoneRow = Readonly<Record<(typeof phoneColumns)[number], string>>

/** Settings of an extension as options of PJSIP. */
export function phoneRow(account: PbxAccount, replacedAt: number): PhoneRow {
  const { number, domain, ha1, displayName, settings } = account
  return {
    id: `${number}@${domain}`,
    number: String(number),
    domain,
    ha1,
    replaced_at: String(replacedAt),
    callerid: `"${plain(displayName)}" <${number}>`,
    allow: codecs(settings),
    dtmf_mode: settings.dtmfmode,
    use_avpf: settings.avpf,
    bundle: settings.bundle,
    rtcp_mux: settings.rtcp_mux,
    ice_support: settings.icesupport,
    media_encryption: settings.media_encryption,
    media_encryption_optimistic: settings.media_encryption_optimistic,
    media_use_received_transport: settings.media_use_received_transport,
    force_rport: settings.force_rport,
    rewrite_contact: settings.rewrite_contact,
    rtp_symmetric: settings.rtp_symmetric,
    send_pai: settings.sendrpid === 'pai' || settings.sendrpid === 'both' ? 'yes' : 'no',
    send_rpid: settings.sendrpid === 'yes' || settings.sendrpid === 'both' ? 'yes' : 'no',
    trust_id_inbound: settings.trustrpid,
    timers: settings.timers,
    accountcode: plain(settings.accountcode),
    max_contacts: settings.max_contacts,
    maximum_expiration: settings.maximum_expiration,
    mailboxes: mailboxes(settings.mailbox, domain),
    mwi_subscription: settings.mwi_subscription,
    moh_suggest: musicClass(settings.mohclass),
    qualify_frequency: settings.qualifyfreq === '0' ? ONLY_AT_FIRST : settings.qualifyfreq,
  }
}

/** Text inside the quotes of a caller id. */
const plain = (text: string) => text.replace(/["\\\n\r<>]/g, ' ').trim()

/** What the other end hears while this phone holds the call. */
export const musicClass = (name: string) => (/^[\w-]{1,80}$/.test(name) ? name : 'default')

/** `1002@device,1003@device`: the mailboxes of these numbers. */
const mailboxes = (text: string, domain: string) =>
  [...text.matchAll(/(?:^|,)(\d{1,15})(?:@[^,]*)?(?=,|$)/g)]
    .map(([, number]) => `${number}@${domain}`)
    .join(',')

function codecs({ allow, disallow }: PhoneSettings): string {
  const read = (text: string) => text.split(/[,&|\s]+/).filter((codec) => /^[a-z0-9]+$/i.test(codec))
  const refused = new Set(read(disallow))
  const wanted = read(allow).length > 0 ? read(allow) : CODECS.split(',')
  const left = wanted.filter((codec) => refused.has('all') || !refused.has(codec))
  return left.length > 0 ? left.join(',') : CODECS
}

import { SIP_REALM } from '../pbx.ts'
import { phoneColumns } from './phone-columns.ts'
import type { PhoneDatabase } from './phone-database-url.ts'

type Engine = PhoneDatabase['engine']

/** Columns of the table that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = [
  ...['id', 'number', 'domain', 'ha1', 'replaced_at', 'mailboxes', 'mwi_subscription'],
  ...aorColumns,
]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))

/** The number of waiting messages: sent to phones that subscribe, to the others, or to both. */
const mailboxesUnless = (other: string) =>
  `case mwi_subscription when '${other}' then '' else mailboxes end as mailboxes`

/** Seconds without sound after which the phone is gone, and so is its call. On hold, phones may be silent. */
const RTP_TIMEOUT = 30
const RTP_TIMEOUT_ON_HOLD = 1800

const clocks = { sqlite3: `cast(strftime('%s', 'now') as integer)`, pgsql: 'extract(epoch from now())' }
const lists = { sqlite3: 'group_concat(network)', pgsql: `string_agg(network, ',')` }

/** From where a phone is refused for now: Asterisk then treats it as one that it does not know. */
const denied = (engine: Engine) =>
  `(select ${lists[engine]} from blocked_phones where phone = phones.id and until > ${clocks[engine]})`

/** One row for each phone; Asterisk reads it as three objects. */
export const phoneViews = (engine: Engine): Readonly<Record<string, string>> => ({
  ps_auths: `select id, 'md5' as auth_type, number as username, '${SIP_REALM}' as realm, ha1 as md5_cred from phones`,
  // A phone subscribes to its own number, which Asterisk finds as the number of the mailbox.
  // A phone that registers once too often replaces the oldest registration.
  ps_aors: `select id, ${aorColumns.join(', ')}, 'yes' as remove_existing, 'yes' as remove_unavailable,
    ${mailboxesUnless('unsolicited')}, number as voicemail_extension from phones`,
  // Sound goes through Asterisk, which can then record it, and phones behind NAT need no relay.
  ps_endpoints: `select id, id as auth, id as aors, 'switchboard' as context, domain as from_domain, 'no' as direct_media,
    'all' as disallow, '${RTP_TIMEOUT}' as rtp_timeout, '${RTP_TIMEOUT_ON_HOLD}' as rtp_timeout_hold,
    ${denied(engine)} as deny, ${mailboxesUnless('solicited')}, number as mwi_from_user,
    'yes' as mwi_subscribe_replaces_unsolicited, ${endpointColumns.join(', ')} from phones`,
  // A domain that a phone writes with capital letters is looked up here, and found under its own name.
  ps_domain_aliases: `select domain as id, cast(domain as text) as domain from phone_domains`,
})

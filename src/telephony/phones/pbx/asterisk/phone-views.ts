import { CONTEXT, REALM } from './asterisk-dialplan.ts'
import { phoneColumns } from './phone-columns.ts'
import type { PhoneDatabase } from './phone-database-url.ts'
import { addressView, registrationView, type ViewColumns, viewOf, withTrunks } from './trunk-views.ts'

type Engine = PhoneDatabase['engine']

/** Columns of the table that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = [
  ...['id', 'number', 'domain', 'ha1', 'replaced_at', 'mailboxes', 'mwi_subscription'],
  ...aorColumns,
]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))
const same = (names: readonly string[]): ViewColumns => Object.fromEntries(names.map((name) => [name, name]))

/** The number of waiting messages: sent to phones that subscribe, to the others, or to both. */
const mailboxesUnless = (other: string) => `case mwi_subscription when '${other}' then '' else mailboxes end`

/** Seconds without sound after which the phone is gone, and so is its call. On hold, phones may be silent. */
const RTP_TIMEOUT = 30
const RTP_TIMEOUT_ON_HOLD = 1800

const clocks = { sqlite3: `cast(strftime('%s', 'now') as integer)`, pgsql: 'extract(epoch from now())' }
const lists = { sqlite3: 'group_concat(network)', pgsql: `string_agg(network, ',')` }

/** From where a phone is refused for now: Asterisk then treats it as one that it does not know. */
const denied = (engine: Engine) =>
  `(select ${lists[engine]} from blocked_phones where phone = phones.id and until > ${clocks[engine]})`

/** One row for each phone and trunk; Asterisk reads it as several objects. */
export const phoneViews = (engine: Engine): Readonly<Record<string, string>> => ({
  ps_auths: withTrunks('auth', engine, {
    id: 'id',
    auth_type: `'md5'`,
    username: 'number',
    realm: `'${REALM}'`,
    md5_cred: 'ha1',
    password: `''`,
  }),
  // A phone subscribes to its own number, which Asterisk finds as the number of the mailbox.
  // A phone that registers once too often replaces the oldest registration.
  ps_aors: withTrunks('aor', engine, {
    id: 'id',
    ...same(aorColumns),
    remove_existing: `'yes'`,
    remove_unavailable: `'yes'`,
    mailboxes: mailboxesUnless('unsolicited'),
    voicemail_extension: 'number',
    contact: `''`,
  }),
  // Sound goes through Asterisk, which can then record it, and phones behind NAT need no relay.
  ps_endpoints: withTrunks('endpoint', engine, {
    id: 'id',
    auth: 'id',
    aors: 'id',
    context: `'${CONTEXT}'`,
    from_domain: 'domain',
    from_user: `''`,
    direct_media: `'no'`,
    disallow: `'all'`,
    rtp_timeout: `'${RTP_TIMEOUT}'`,
    rtp_timeout_hold: `'${RTP_TIMEOUT_ON_HOLD}'`,
    deny: denied(engine),
    mailboxes: mailboxesUnless('solicited'),
    mwi_from_user: 'number',
    mwi_subscribe_replaces_unsolicited: `'yes'`,
    identify_by: `'username'`,
    outbound_auth: `''`,
    trust_id_outbound: `'no'`,
    geoloc_outgoing_call_profile: `''`,
    ...same(endpointColumns),
  }),
  // A domain that a phone writes with capital letters is looked up here, and found under its own name.
  ps_domain_aliases: viewOf({ id: 'domain', domain: 'cast(domain as text)' }, 'phone_domains'),
  ps_registrations: registrationView(engine),
  ps_endpoint_id_ips: addressView,
  // The dialplan reads this one.
  emergency_routes: 'select * from emergency_numbers',
})

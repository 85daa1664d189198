import { CONTEXT, REALM, TRUNK_CONTEXT } from './asterisk-dialplan.ts'
import { phoneColumns } from './phone-columns.ts'
import type { PhoneDatabase } from './phone-database-url.ts'

/** Columns of the table `phones` that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = [
  ...['id', 'number', 'domain', 'ha1', 'replaced_at', 'mailboxes', 'mwi_subscription'],
  ...aorColumns,
]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))

/** The number of waiting messages: sent to phones that subscribe, to the others, or to both. */
const mailboxesUnless = (other: string) => `case mwi_subscription when '${other}' then '' else mailboxes end`

/** Seconds without sound after which the phone is gone, and so is its call. On hold, phones may be silent. */
const RTP_TIMEOUT = `'30'`
const RTP_TIMEOUT_ON_HOLD = `'1800'`

const clocks = { sqlite3: `cast(strftime('%s', 'now') as integer)`, pgsql: 'extract(epoch from now())' }
const lists = { sqlite3: 'group_concat(network)', pgsql: `string_agg(network, ',')` }

/** From where a phone is refused for now: Asterisk then treats it as one that it does not know. */
const denied = (engine: PhoneDatabase['engine']) =>
  `(select ${lists[engine]} from blocked_phones where phone = phones.id and until > ${clocks[engine]})`

/** Expressions by the names of Asterisk's options. */
type Columns = Readonly<Record<string, string>>

const named = (names: readonly string[]): Columns => Object.fromEntries(names.map((name) => [name, name]))
const select = (columns: Columns, from: string) =>
  `select ${Object.entries(columns).map(([name, value]) => `${value} as "${name}"`)} from ${from}`

/** Phones and trunks in one view. What only one of them has needs a value in the other, too: Asterisk takes no nulls. */
function union(phone: Columns, trunk: Columns, trunks = 'trunks'): string {
  const ordered = Object.fromEntries(Object.keys(phone).map((name) => [name, trunk[name] ?? "''"]))
  return `${select(phone, 'phones')} union all ${select(ordered, trunks)}`
}

/** What Asterisk reads, from the tables `phones` and `trunks`. */
export function asteriskViews(engine: PhoneDatabase['engine']): Readonly<Record<string, string>> {
  // Asterisk splits what it reads from PostgreSQL, and only from there, at semicolons.
  const text = (column: string) =>
    engine === 'pgsql' ? `replace(replace(${column}, '^', '^5E'), ';', '^3B')` : column
  return {
    ps_auths: union(
      {
        id: 'id',
        auth_type: `'md5'`,
        username: 'number',
        realm: `'${REALM}'`,
        md5_cred: 'ha1',
        password: `''`,
      },
      { id: 'auth', auth_type: `'userpass'`, username: text('username'), password: text('password') },
      `trunks where auth <> ''`,
    ),
    // A phone that registers once too often replaces the oldest registration. Nobody can register as a trunk.
    ps_aors: union(
      {
        id: 'id',
        ...named(aorColumns),
        remove_existing: `'yes'`,
        remove_unavailable: `'yes'`,
        contact: `''`,
        // A phone subscribes to its own number, which Asterisk finds as the number of the mailbox.
        mailboxes: mailboxesUnless('unsolicited'),
        voicemail_extension: 'number',
      },
      {
        id: 'id',
        max_contacts: `'0'`,
        maximum_expiration: `'7200'`,
        // A registration tells whether the provider answers.
        qualify_frequency: `case kind when 'ip' then '30' else '0' end`,
        remove_existing: `'no'`,
        remove_unavailable: `'no'`,
        contact: text('contact'),
      },
    ),
    // Sound goes through Asterisk, which can then record it, and phones behind NAT need no relay.
    ps_endpoints: union(
      {
        id: 'id',
        auth: 'id',
        aors: 'id',
        context: `'${CONTEXT}'`,
        from_domain: 'domain',
        from_user: `''`,
        direct_media: `'no'`,
        disallow: `'all'`,
        identify_by: `'username'`,
        outbound_auth: `''`,
        trust_id_outbound: `'no'`,
        t38_udptl: `'no'`,
        t38_udptl_ec: `'none'`,
        t38_udptl_nat: `'no'`,
        rtp_timeout: RTP_TIMEOUT,
        rtp_timeout_hold: RTP_TIMEOUT_ON_HOLD,
        deny: denied(engine),
        mailboxes: mailboxesUnless('solicited'),
        mwi_from_user: 'number',
        mwi_subscribe_replaces_unsolicited: `'yes'`,
        ...named(endpointColumns),
      },
      { ...trunkEndpoint, from_user: text('from_user') },
    ),
    ps_registrations: select(
      {
        id: 'id',
        endpoint: 'id',
        outbound_auth: 'auth',
        server_uri: text('contact'),
        client_uri: text('client_uri'),
        contact_user: 'id',
        // The provider calls us at an address that only this registration has.
        line: `'yes'`,
        expiration: `'300'`,
        max_random_initial_delay: `'0'`,
        auth_rejection_permanent: `'no'`,
        retry_interval: `'15'`,
        forbidden_retry_interval: `'60'`,
        fatal_retry_interval: `'60'`,
        max_retries: `'1000000'`,
      },
      `trunks where kind = 'registration'`,
    ),
    // A domain that a phone writes with capital letters is looked up here, and found under its own name.
    ps_domain_aliases: select({ id: 'domain', domain: 'cast(domain as text)' }, 'phone_domains'),
    ps_endpoint_id_ips: select({ id: 'id', endpoint: 'id', match: 'addresses' }, `trunks where kind = 'ip'`),
  }
}

/** A provider is known by its address or its registration, never by the name it gives. */
const trunkEndpoint: Columns = {
  id: 'id',
  aors: 'id',
  context: `'${TRUNK_CONTEXT}'`,
  from_domain: 'from_domain',
  direct_media: `'no'`,
  disallow: `'all'`,
  identify_by: `'ip'`,
  outbound_auth: 'auth',
  trust_id_outbound: `'yes'`,
  // For faxes.
  t38_udptl: `'yes'`,
  t38_udptl_ec: `'redundancy'`,
  t38_udptl_nat: `'yes'`,
  allow: 'allow',
  dtmf_mode: `'rfc4733'`,
  use_avpf: `'no'`,
  bundle: `'no'`,
  rtcp_mux: `'no'`,
  ice_support: `'no'`,
  media_encryption: `'no'`,
  media_encryption_optimistic: `'no'`,
  media_use_received_transport: `'no'`,
  force_rport: `'yes'`,
  rewrite_contact: `'no'`,
  rtp_symmetric: `'yes'`,
  send_pai: `'yes'`,
  send_rpid: `'no'`,
  trust_id_inbound: `'yes'`,
  timers: `'yes'`,
  rtp_timeout: RTP_TIMEOUT,
  rtp_timeout_hold: RTP_TIMEOUT_ON_HOLD,
  deny: 'null',
  mwi_subscribe_replaces_unsolicited: `'no'`,
}

import { SIP_REALM } from '../../pbx.ts'
import { CONTEXT, HINTS, HINTS_FILE, TRUNK_CONTEXT } from '../asterisk-dialplan.ts'
import { phoneColumns } from '../phones/phone-columns.ts'
import type { PhoneDatabase } from '../phones/phone-database-url.ts'
import { SWITCHES } from '../phones/phone-store.ts'
import { SLOT_LAMP } from '../phones/slot-lamps.ts'
import { peerAuths, peerEndpoint } from './peer-endpoint.ts'
import { RTP_TIMEOUT, RTP_TIMEOUT_ON_HOLD } from './rtp-timeouts.ts'
import { columnsOf, select, union, type ViewColumns } from './view-query.ts'

/** Trunks carry faxes. */
const withT38: ViewColumns = {
  t38_udptl: `'yes'`,
  t38_udptl_ec: `'redundancy'`,
  t38_udptl_nat: `'yes'`,
}

const withoutT38: ViewColumns = {
  t38_udptl: `'no'`,
  t38_udptl_ec: `'none'`,
  t38_udptl_nat: `'no'`,
}

/** Browsers that are phones, with the phone of their extension. */
const browserPhones = 'browser_phones as browser join phones on phones.id = browser.phone'

/** Phones transfer calls only once Switchboard knows that this Asterisk survives it. */
const allowTransfer = `coalesce((select value from ${SWITCHES} where id = 'allow_transfer'), 'no')`

/** Columns of the table `phones` that an option of the same name takes as it is. */
const aorColumns = ['max_contacts', 'maximum_expiration', 'qualify_frequency']
const notOfEndpoints = [
  ...['id', 'number', 'domain', 'ha1', 'replaced_at', 'mailboxes', 'mwi_subscription'],
  ...aorColumns,
]
const endpointColumns = phoneColumns.filter((column) => !notOfEndpoints.includes(column))

/** The number of waiting messages: sent to phones that subscribe, to the others, or to both. */
const mailboxesUnless = (other: string) => `case mwi_subscription when '${other}' then '' else mailboxes end`

const clocks = { sqlite3: `cast(strftime('%s', 'now') as integer)`, pgsql: 'extract(epoch from now())' }
const lists = { sqlite3: 'group_concat(network)', pgsql: `string_agg(network, ',')` }

/** From where a phone is refused for now: Asterisk then treats it as one that it does not know. */
const denied = (engine: PhoneDatabase['engine']) =>
  `(select ${lists[engine]} from blocked_phones where phone = phones.id and until > ${clocks[engine]})`

/** `1001~x` of `1001~x@a.test` */
const userOf = {
  sqlite3: `substr(browser.id, 1, instr(browser.id, '@') - 1)`,
  pgsql: `split_part(browser.id, '@', 1)`,
}

/** What Asterisk reads, from the tables of phones, browsers and trunks. */
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
        realm: `'${SIP_REALM}'`,
        md5_cred: 'ha1',
        password: `''`,
      },
      {
        columns: {
          id: 'browser.id',
          auth_type: `'md5'`,
          username: userOf[engine],
          realm: `'${SIP_REALM}'`,
          md5_cred: 'browser.ha1',
        },
        from: browserPhones,
      },
      {
        columns: {
          id: 'auth',
          auth_type: `'userpass'`,
          username: text('username'),
          password: text('password'),
        },
        from: `trunks where auth <> ''`,
      },
      ...peerAuths.map((columns) => ({ columns, from: 'peers' })),
    ),
    // A phone that registers once too often replaces the oldest registration. Nobody can register as a trunk.
    ps_aors: union(
      {
        id: 'id',
        ...columnsOf(aorColumns),
        remove_existing: `'yes'`,
        remove_unavailable: `'yes'`,
        contact: `''`,
        // A phone subscribes to its own number, which Asterisk finds as the number of the mailbox.
        mailboxes: mailboxesUnless('unsolicited'),
        voicemail_extension: 'number',
      },
      {
        columns: {
          id: 'browser.id',
          ...asBrowser(aorColumns),
          remove_existing: `'yes'`,
          remove_unavailable: `'yes'`,
        },
        from: browserPhones,
      },
      {
        columns: {
          id: 'id',
          max_contacts: `'0'`,
          maximum_expiration: `'7200'`,
          // A provider that no longer responds is noticed within seconds.
          qualify_frequency: `'10'`,
          remove_existing: `'no'`,
          remove_unavailable: `'no'`,
          contact: text('contact'),
        },
        from: 'trunks',
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
        outbound_proxy: `''`,
        timers_sess_expires: `'1800'`,
        trust_id_outbound: `'no'`,
        ...withoutT38,
        rtp_timeout: RTP_TIMEOUT,
        rtp_timeout_hold: RTP_TIMEOUT_ON_HOLD,
        deny: denied(engine),
        mailboxes: mailboxesUnless('solicited'),
        mwi_from_user: 'number',
        mwi_subscribe_replaces_unsolicited: `'yes'`,
        subscribe_context: `'${HINTS}' || domain`,
        webrtc: `'no'`,
        send_connected_line: `'yes'`,
        allow_transfer: allowTransfer,
        geoloc_outgoing_call_profile: `''`,
        ...columnsOf(endpointColumns),
      },
      { columns: browserEndpoint(endpointColumns), from: browserPhones },
      { columns: { ...trunkEndpoint, from_user: text('from_user') }, from: 'trunks' },
      { columns: peerEndpoint(engine), from: 'peers' },
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
    // Lines of a configuration file: a context of each domain, in which its phones can be watched, and nothing else.
    hint_lines: union(
      {
        id: `'1'`,
        cat_metric: '0',
        var_metric: '0',
        filename: `'${HINTS_FILE}'`,
        category: `'${HINTS}' || domain`,
        var_name: `'exten'`,
        var_val: `number || ',hint,PJSIP/' || id`,
        commented: '0',
      },
      {
        columns: {
          id: `'1'`,
          cat_metric: '0',
          var_metric: '0',
          filename: `'${HINTS_FILE}'`,
          category: `'${HINTS}' || domain`,
          var_name: `'exten'`,
          var_val: `number || ',hint,${SLOT_LAMP}' || number || '-' || domain`,
          commented: '0',
        },
        from: 'parking_slots',
      },
    ),
    // The dialplan reads this one.
    emergency_routes: 'select * from emergency_numbers',
    ps_endpoint_id_ips: select(
      { id: 'id', endpoint: 'id', match: 'addresses' },
      `trunks where kind <> 'outbound' and addresses <> ''`,
    ),
  }
}

/** A provider is known by its address or its registration, never by the name it gives. */
const trunkEndpoint: ViewColumns = {
  id: 'id',
  aors: 'id',
  context: `'${TRUNK_CONTEXT}'`,
  from_domain: 'from_domain',
  direct_media: `'no'`,
  disallow: `'all'`,
  identify_by: `'ip'`,
  outbound_auth: 'auth',
  trust_id_outbound: `'yes'`,
  ...withT38,
  allow: 'allow',
  dtmf_mode: `'rfc4733'`,
  use_avpf: `'no'`,
  bundle: `'no'`,
  rtcp_mux: `'no'`,
  ice_support: `'no'`,
  media_encryption: 'media_encryption',
  media_encryption_optimistic: `'no'`,
  media_use_received_transport: `'no'`,
  force_rport: `'yes'`,
  rewrite_contact: `'no'`,
  rtp_symmetric: `'yes'`,
  send_pai: `'yes'`,
  send_rpid: `'no'`,
  trust_id_inbound: `'yes'`,
  timers: `'yes'`,
  timers_sess_expires: `'1800'`,
  rtp_timeout: RTP_TIMEOUT,
  rtp_timeout_hold: RTP_TIMEOUT_ON_HOLD,
  deny: 'null',
  mwi_subscribe_replaces_unsolicited: `'no'`,
  webrtc: `'no'`,
  // Who answers inside is not for providers, and some refuse to be told during a call.
  send_connected_line: `'no'`,
  // Somebody outside must not send our phones to another number, at our expense.
  allow_transfer: `'no'`,
  // Where the caller is, if the call says so: emergency calls do.
  geoloc_outgoing_call_profile: `'<prefer_incoming>'`,
}

/** Where a browser differs from the desk phone. Asterisk needs these values even if `webrtc` overrides them. */
const own: ViewColumns = {
  allow: `'g722,ulaw,alaw'`,
  dtmf_mode: `'rfc4733'`,
  use_avpf: `'yes'`,
  bundle: `'yes'`,
  rtcp_mux: `'yes'`,
  ice_support: `'yes'`,
  media_encryption: `'dtls'`,
  media_encryption_optimistic: `'no'`,
  media_use_received_transport: `'yes'`,
  force_rport: `'yes'`,
  rewrite_contact: `'yes'`,
  rtp_symmetric: `'yes'`,
  timers: `'yes'`,
  max_contacts: `'1'`,
  maximum_expiration: `'300'`,
  qualify_frequency: `'30'`,
}

/** Columns of the phone, as they are for the browser. */
const asBrowser = (names: readonly string[]): ViewColumns =>
  Object.fromEntries(names.map((name) => [name, own[name] ?? `phones.${name}`]))

const browserEndpoint = (columns: readonly string[]): ViewColumns => ({
  id: 'browser.id',
  auth: 'browser.id',
  aors: 'browser.id',
  context: `'${CONTEXT}'`,
  from_domain: 'phones.domain',
  direct_media: `'no'`,
  disallow: `'all'`,
  identify_by: `'username'`,
  timers_sess_expires: `'1800'`,
  trust_id_outbound: `'no'`,
  rtp_timeout: RTP_TIMEOUT,
  rtp_timeout_hold: RTP_TIMEOUT_ON_HOLD,
  deny: 'null',
  ...withoutT38,
  mwi_subscribe_replaces_unsolicited: `'no'`,
  webrtc: `'yes'`,
  send_connected_line: `'yes'`,
  allow_transfer: allowTransfer,
  ...asBrowser(columns),
})

import { TRUNK_CONTEXT } from './asterisk-dialplan.ts'
import type { PhoneDatabase } from './phone-database-url.ts'

type Engine = PhoneDatabase['engine']

/** Expressions of SQL by the names of Asterisk's options. */
export type ViewColumns = Readonly<Record<string, string>>

export const viewOf = (columns: ViewColumns, from: string) =>
  `select ${Object.entries(columns).map(([name, value]) => `${value} as "${name}"`)} from ${from}`

/** Phones and trunks in one view. Asterisk takes a missing value for an empty one, so options of both need values. */
export function withTrunks(object: 'auth' | 'aor' | 'endpoint', engine: Engine, phone: ViewColumns): string {
  const trunk = trunkObjects[object]((column) => encoded(engine, column))
  const ordered = Object.fromEntries(Object.keys(phone).map((name) => [name, trunk[name] ?? "''"]))
  const from = object === 'auth' ? `trunks where auth <> ''` : 'trunks'
  return `${viewOf(phone, 'phones')} union all ${viewOf(ordered, from)}`
}

/** Asterisk splits what it reads from PostgreSQL, and only from there, at semicolons. */
const encoded = (engine: Engine, column: string) =>
  engine === 'pgsql' ? `replace(replace(${column}, '^', '^5E'), ';', '^3B')` : column

const trunkObjects: Readonly<
  Record<'auth' | 'aor' | 'endpoint', (text: (column: string) => string) => ViewColumns>
> = {
  auth: (text) => ({
    id: 'auth',
    auth_type: `'userpass'`,
    username: text('username'),
    password: text('password'),
  }),
  // Nobody can register as a trunk.
  aor: (text) => ({
    id: 'id',
    max_contacts: `'0'`,
    maximum_expiration: `'7200'`,
    // A registration tells whether the provider answers.
    qualify_frequency: `case kind when 'ip' then '30' else '0' end`,
    remove_existing: `'no'`,
    remove_unavailable: `'no'`,
    contact: text('contact'),
  }),
  // A provider is known by its address or its registration, never by the name it gives.
  endpoint: (text) => ({
    id: 'id',
    aors: 'id',
    context: `'${TRUNK_CONTEXT}'`,
    from_domain: 'from_domain',
    from_user: text('from_user'),
    direct_media: `'no'`,
    disallow: `'all'`,
    rtp_timeout: `'60'`,
    rtp_timeout_hold: `'1800'`,
    mwi_subscribe_replaces_unsolicited: `'no'`,
    identify_by: `'ip'`,
    outbound_auth: 'auth',
    trust_id_outbound: `'yes'`,
    // Where the caller is, if the call says so: emergency calls do.
    geoloc_outgoing_call_profile: `'<prefer_incoming>'`,
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
  }),
}

export const registrationView = (engine: Engine) =>
  viewOf(
    {
      id: 'id',
      endpoint: 'id',
      outbound_auth: 'auth',
      server_uri: encoded(engine, 'contact'),
      client_uri: encoded(engine, 'client_uri'),
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
  )

/** The addresses by which providers are known. */
export const addressView = viewOf(
  { id: 'id', endpoint: 'id', match: 'addresses' },
  `trunks where kind = 'ip'`,
)

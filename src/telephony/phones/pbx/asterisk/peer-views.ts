import { PEER_CONTEXT, REALM } from './asterisk-dialplan.ts'
import { CODECS } from './phone-columns.ts'
import type { PhoneDatabase } from './phone-database-url.ts'

/** What Asterisk reads about a kind of object: its options, each as an expression of SQL. */
export type OptionExpressions = Readonly<Record<string, string>>

export type PhoneEngine = PhoneDatabase['engine']

/** From PostgreSQL, Asterisk takes a semicolon for the end of a value. */
const semicolons: Readonly<Record<PhoneEngine, string>> = { sqlite3: ';', pgsql: '^3B' }

/** Another Asterisk as an endpoint of PJSIP. */
export const peerEndpoint = (engine: PhoneEngine): OptionExpressions => ({
  id: 'id',
  auth: 'id',
  outbound_auth: `id || '-out'`,
  context: `'${PEER_CONTEXT}'`,
  // The address of a phone is the target, and its Asterisk the way to it.
  outbound_proxy: `'sip:' || sip_proxy || '${semicolons[engine]}transport=tcp${semicolons[engine]}lr'`,
  // By this the other one recognizes us. The caller's name and number are in a header of their own.
  from_user: 'own_name',
  from_domain: `'${REALM}'`,
  send_pai: `'yes'`,
  trust_id_inbound: `'yes'`,
  trust_id_outbound: `'yes'`,
  disallow: `'all'`,
  allow: `'${CODECS}'`,
  direct_media: `'no'`,
  // A call ends when the other Asterisk has been dead for so many seconds.
  timers: `'always'`,
  timers_sess_expires: `'90'`,
})

/** How the other proves who it is, and how we do. */
export const peerAuths: readonly OptionExpressions[] = [
  { id: 'id', auth_type: `'userpass'`, username: 'id', password: 'secret' },
  { id: `id || '-out'`, auth_type: `'userpass'`, username: 'own_name', password: 'own_secret' },
]

/** Asterisk's defaults of options that may not be empty. */
const defaults: OptionExpressions = {
  bundle: `'no'`,
  dtmf_mode: `'rfc4733'`,
  force_rport: `'yes'`,
  ice_support: `'no'`,
  media_encryption: `'no'`,
  media_encryption_optimistic: `'no'`,
  media_use_received_transport: `'no'`,
  rewrite_contact: `'no'`,
  rtcp_mux: `'no'`,
  rtp_symmetric: `'no'`,
  send_rpid: `'no'`,
  timers_sess_expires: `'1800'`,
  trust_id_outbound: `'no'`,
  use_avpf: `'no'`,
}

/** Objects from several tables in one view. Options that an object does not have get their defaults. */
export function unite(...parts: readonly (readonly [table: string, options: OptionExpressions])[]): string {
  const names = [...new Set(parts.flatMap(([, options]) => Object.keys(options)))]
  return parts
    .map(([table, options]) => {
      const columns = names.map((name) => `${options[name] ?? defaults[name] ?? `''`} as ${name}`)
      return `select ${columns.join(', ')} from ${table}`
    })
    .join(' union all ')
}

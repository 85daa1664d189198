import { SIP_REALM } from '../../pbx.ts'
import { PEER_CONTEXT } from '../asterisk-dialplan.ts'
import { CODECS } from '../phones/phone-columns.ts'
import type { PhoneDatabase } from '../phones/phone-database-url.ts'
import { RTP_TIMEOUT, RTP_TIMEOUT_ON_HOLD } from './rtp-timeouts.ts'
import type { ViewColumns } from './view-query.ts'

/** From PostgreSQL, Asterisk takes a semicolon for the end of a value. */
const semicolons: Readonly<Record<PhoneDatabase['engine'], string>> = { sqlite3: ';', pgsql: '^3B' }

/** Another Asterisk. It is known by its name and its secret, wherever its calls come from. */
export const peerEndpoint = (engine: PhoneDatabase['engine']): ViewColumns => ({
  id: 'id',
  auth: 'id',
  outbound_auth: `id || '-out'`,
  context: `'${PEER_CONTEXT}'`,
  // The address of a phone is the target, and its Asterisk the way to it.
  outbound_proxy: `'sip:' || sip_proxy || '${semicolons[engine]}transport=tcp${semicolons[engine]}lr'`,
  // By this the other one recognizes us. The caller's name and number are in a header of their own.
  from_user: 'own_name',
  from_domain: `'${SIP_REALM}'`,
  identify_by: `'username'`,
  send_pai: `'yes'`,
  send_rpid: `'no'`,
  trust_id_inbound: `'yes'`,
  trust_id_outbound: `'yes'`,
  disallow: `'all'`,
  allow: `'${CODECS}'`,
  direct_media: `'no'`,
  // Session timers end a call this many seconds after the other Asterisk has died.
  timers: `'always'`,
  timers_sess_expires: `'90'`,
  rtp_timeout: RTP_TIMEOUT,
  rtp_timeout_hold: RTP_TIMEOUT_ON_HOLD,
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
  rtp_symmetric: `'no'`,
  t38_udptl: `'no'`,
  t38_udptl_ec: `'none'`,
  t38_udptl_nat: `'no'`,
  deny: 'null',
  mwi_subscribe_replaces_unsolicited: `'no'`,
  webrtc: `'no'`,
  send_connected_line: `'yes'`,
  allow_transfer: `'no'`,
})

/** How the other proves who it is, and how we do. */
export const peerAuths: readonly ViewColumns[] = [
  { id: 'id', auth_type: `'userpass'`, username: 'id', password: 'secret' },
  { id: `id || '-out'`, auth_type: `'userpass'`, username: 'own_name', password: 'own_secret' },
]

import { TRUNK_CONTEXT } from './asterisk-dialplan.ts'
import { RTP_TIMEOUT, RTP_TIMEOUT_ON_HOLD } from './rtp-timeouts.ts'
import { withT38 } from './t38-columns.ts'
import type { ViewColumns } from './view-query.ts'

/** A provider is known by its address or its registration, never by the name it gives. */
export const trunkEndpoint: ViewColumns = {
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

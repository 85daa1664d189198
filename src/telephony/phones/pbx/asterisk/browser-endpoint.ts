import { CONTEXT } from './asterisk-dialplan.ts'
import { SWITCHES } from './phone-store.ts'
import { RTP_TIMEOUT, RTP_TIMEOUT_ON_HOLD } from './rtp-timeouts.ts'
import { withoutT38 } from './t38-columns.ts'
import type { ViewColumns } from './view-query.ts'

/** Browsers that are phones, with the phone of their extension. */
export const browserPhones = 'browser_phones as browser join phones on phones.id = browser.phone'

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

/** Phones transfer calls only once Switchboard knows that this Asterisk survives it. */
export const allowTransfer = `coalesce((select value from ${SWITCHES} where id = 'allow_transfer'), 'no')`

/** Columns of the phone, as they are for the browser. */
export const asBrowser = (names: readonly string[]): ViewColumns =>
  Object.fromEntries(names.map((name) => [name, own[name] ?? `phones.${name}`]))

export const browserEndpoint = (columns: readonly string[]): ViewColumns => ({
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

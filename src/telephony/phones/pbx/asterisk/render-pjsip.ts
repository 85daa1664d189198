import { isIPv6 } from 'node:net'
import { SIP_REALM } from '../pbx.ts'
import type { AsteriskParameters } from './asterisk-parameters.ts'
import { section } from './configuration-section.ts'
import { formatAddress } from './format-address.ts'

/** pjsip.conf: the transports. Everything else is in the database. */
export function renderPjsip({ sip, sipTls, nat }: AsteriskParameters, authoritiesFile: string): string {
  const outside = nat && {
    external_signaling_address: nat.external,
    external_media_address: nat.external,
  }
  const transport = (protocol: string, port: number, more: Record<string, string> = {}) =>
    section(
      protocol,
      { type: 'transport', protocol, bind: formatAddress(sip.host, port), ...outside, ...more },
      '=',
      { local_net: localNets(nat) },
    )
  return [
    section('global', {
      type: 'global',
      user_agent: 'Switchboard',
      default_realm: SIP_REALM,
      // Providers are known by their addresses.
      endpoint_identifier_order: 'username,ip',
      // A phone that is new to Asterisk is shown as registered once it has answered a query.
      max_initial_qualify_time: 1,
    }),
    transport('udp', sip.port),
    transport('tcp', sip.port),
    // Its port is that of the HTTP server.
    transport('ws', sip.port),
    // Trunks need it for their connections, also without a certificate. Then nobody can connect to it.
    transport('tls', sipTls?.port ?? Math.min(sip.port + 1, 65_535), {
      method: 'tlsv1_2',
      // Of providers. Phones show none.
      verify_server: 'yes',
      ca_list_file: authoritiesFile,
      ...(sipTls && { cert_file: sipTls.certFile, priv_key_file: sipTls.keyFile }),
    }),
    sipTls?.webSocketPort ? transport('wss', sipTls.webSocketPort) : '',
  ].join('')
}

/** Asterisk replaces its own addresses only if they are in a local network. Without any, it replaces all. */
function localNets(nat: AsteriskParameters['nat']): readonly string[] {
  if (!nat || nat.localNets.length === 0) return []
  const own = nat.ownAddresses.map((address) => `${address}/${isIPv6(address) ? 128 : 32}`)
  return [...nat.localNets, ...own]
}

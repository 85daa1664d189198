import { isIP } from 'node:net'
import type { AsteriskParameters } from './asterisk-parameters.ts'
import { section } from './configuration-section.ts'

/** rtp.conf: the ports for sound, and the addresses that browsers are told (ICE). */
export function renderRtp({ rtp, nat }: AsteriskParameters): string {
  const ports = section('general', { rtpstart: rtp.from, rtpend: rtp.to })
  if (!nat) return ports
  const { external, localNets, ownAddresses } = nat
  const option = localNets.length > 0 ? ',include_local_address' : ''
  const replaced = ownAddresses
    .filter((own) => isIP(own) === isIP(external))
    .map((own) => [own, `${external}${option}`])
  if (replaced.length === 0) return ports
  return ports + section('ice_host_candidates', Object.fromEntries(replaced), '=>')
}

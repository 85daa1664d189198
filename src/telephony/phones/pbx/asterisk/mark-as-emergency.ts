import type { Logger } from '../../../../platform/log.ts'
import type { EmergencyDetails } from '../../calls/call-plan.ts'
import type { Ari } from './ari.ts'

/**
 * Gives a call priority, and the caller's location as PIDF-LO (RFC 6442). If Asterisk cannot do one of these, the call
 * is placed without.
 */
export async function markAsEmergency(
  ari: Ari,
  channel: string,
  details: EmergencyDetails,
  log: Logger,
): Promise<void> {
  const variables = [
    ['PJSIP_HEADER(add,Priority)', 'emergency'],
    ['PJSIP_HEADER(add,Resource-Priority)', 'esnet.0'],
    ...locationVariables(details),
  ]
  for (const [variable, value] of variables) {
    await ari
      .call('POST', `channels/${channel}/variable`, { variable: variable!, value: value! })
      .catch((error) => log.warn({ err: error, variable }, 'an emergency call lacks a part'))
  }
}

function locationVariables({ civicAddress, coordinates }: EmergencyDetails): string[][] {
  const civic = Object.entries(civicAddress)
  const quoted = (value: string) => `"${value.replace(/["\\\n\r]/g, ' ')}"`
  if (civic.length > 0) {
    return [
      ['GEOLOC_PROFILE(format)', 'civicAddress'],
      ['GEOLOC_PROFILE(location_info)', civic.map(([part, value]) => `${part}=${quoted(value)}`).join(',')],
      ...usage,
    ]
  }
  if (!coordinates) return []
  const { latitude, longitude } = coordinates
  return [
    ['GEOLOC_PROFILE(format)', 'GML'],
    ['GEOLOC_PROFILE(location_info)', `shape="Point",crs="2d",pos="${latitude} ${longitude}"`],
    ...usage,
  ]
}

/** The location may be used to choose who answers. */
const usage = [
  ['GEOLOC_PROFILE(allow_routing_use)', 'yes'],
  ['GEOLOC_PROFILE(pidf_element)', 'device'],
]

import { isInsideOwnNetwork } from '../../../platform/outgoing/public-address.ts'
import { type Fault, invalid } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Trunk } from './trunk.ts'
import type { TrunkInput } from './trunk-input.ts'

const detail =
  "must not be inside the server's own network, unless the operator sets TRUNKS_TO_PRIVATE_NETWORKS=yes"

/**
 * Asterisk connects to the hosts of all companies: none of them shall reach the operator's own machines. What is stored
 * already may stay.
 */
export async function checkTrunkNetworks(
  { config }: TelephonyPlatform,
  { host, addresses = [] }: TrunkInput,
  stored?: Trunk,
): Promise<void> {
  if (config.telephony.trunksToPrivateNetworks) return
  const faults: Fault[] = []
  if (host !== undefined && host.toLowerCase() !== stored?.host && (await isInsideOwnNetwork(host))) {
    faults.push({ pointer: '/host', detail })
  }
  for (const [index, address] of addresses.entries()) {
    if (stored?.addresses.includes(address) || !(await isInsideOwnNetwork(address))) continue
    faults.push({ pointer: `/addresses/${index}`, detail })
  }
  if (faults.length > 0) throw invalid(faults)
}

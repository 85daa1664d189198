import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { locationsTable } from '../../company/locations/location.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'
import { readCallerId } from '../extensions/outbound-caller-id.ts'
import type { CallerId } from '../pbx/flow/call-plan.ts'
import { readExternalNumber } from './dialled-number.ts'
import type { Trunk } from './trunk.ts'
import { type DidsTable, didsTable } from './trunks-table.ts'

/** What somebody outside sees: by the extension, the outbound route, the location or the trunk, and never without a number. */
export async function outgoingCallerId(
  db: TelephonyDb,
  instance: InstancesTable,
  extension: Extension | undefined,
  country: string,
  route?: { readonly callerid: string; readonly callerid_first: number },
): Promise<(trunk: Trunk) => Promise<CallerId>> {
  const { company_id: companyId, uuid } = instance
  const location = extension
    ? await locationsTable.find(db, { company_id: companyId, id: extension.location_id })
    : await locationsTable.findBy(db, { company_id: companyId, pbx_uuid: uuid })
  const { cid_masquerade: masquerade, outboundcid } = extension?.data ?? {}
  const first = route?.callerid_first === 1 ? route.callerid : ''
  const ofExtension = String(masquerade ?? '') || String(outboundcid ?? '')
  const own = first || ofExtension || route?.callerid || location?.profile.callerid
  return (trunk) => {
    const callerId = callerIdOf(own || trunk.callerid, extension?.name ?? '', country)
    return completeCallerId(db, callerId, { instance, extension }, trunk)
  }
}

/**
 * Providers refuse calls without a number, or show what they like. So without one, it is the number at which the
 * extension is called from outside, else the lowest of the company, else the account with the provider.
 */
export async function completeCallerId(
  db: TelephonyDb,
  callerId: CallerId,
  { instance, extension }: { instance: InstancesTable; extension?: Extension | undefined },
  { username }: Trunk,
): Promise<CallerId> {
  if (callerId.number !== '') return callerId
  const dids = await didsTable.list(db, { company_id: instance.company_id, kind: 'internal' })
  const isOwn = (did: DidsTable) =>
    did.instance_uuid === instance.uuid && did.destination === String(extension?.number)
  const did = dids.find(isOwn) ?? dids[0]
  return { ...callerId, number: did?.number || username || 'anonymous' }
}

/** `"Acme" <+15550100>`, a number or a name. Numbers are written as E.164, as providers want them. */
export function callerIdOf(text: string, name: string, country: string): CallerId {
  const { name: written, number } = readCallerId(text)
  const e164 = readExternalNumber(number.replace(/[\s().-]/g, ''), country)
  return { name: written || name, number: e164 ?? number.replace(/[^\d+]/g, '') }
}

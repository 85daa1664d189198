import type { InstancesTable } from '../../company/instances/instances-table.ts'
import { locationsTable } from '../../company/locations/location.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'
import { readCallerId } from '../extensions/outbound-caller-id.ts'
import type { CallerId } from '../pbx/flow/call-plan.ts'
import { readExternalNumber } from './dialled-number.ts'
import type { Trunk } from './trunk.ts'

/** What somebody outside sees: by the extension, its location, or the trunk; else its name without a number. */
export async function outgoingCallerId(
  db: TelephonyDb,
  { company_id: companyId, uuid }: InstancesTable,
  extension: Extension | undefined,
  country: string,
): Promise<(trunk: Trunk) => CallerId> {
  const location = extension
    ? await locationsTable.find(db, { company_id: companyId, id: extension.location_id })
    : await locationsTable.findBy(db, { company_id: companyId, pbx_uuid: uuid })
  const { cid_masquerade: masquerade, outboundcid } = extension?.data ?? {}
  const own = String(masquerade ?? '') || String(outboundcid ?? '') || location?.profile.callerid
  return (trunk) => callerIdOf(own || trunk.callerid, extension?.name ?? '', country)
}

/** `"Acme" <+15550100>`, a number or a name. Numbers are written as E.164, as providers want them. */
export function callerIdOf(text: string, name: string, country: string): CallerId {
  const { name: written, number } = readCallerId(text)
  const e164 = readExternalNumber(number.replace(/[\s().-]/g, ''), country)
  return { name: written || name, number: e164 ?? number.replace(/[^\d+]/g, '') }
}

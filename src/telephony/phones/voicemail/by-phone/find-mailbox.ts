import { instancesTable } from '../../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import { type Extension, extensionsTable } from '../../extensions/extension.ts'
import type { PbxAddress } from '../../pbx/pbx.ts'

/** The extension whose mailbox it is. */
export async function findMailbox(
  db: TelephonyDb,
  { domain, number }: PbxAddress,
): Promise<Extension | undefined> {
  const instance = await instancesTable.findBy(db, { domain })
  return (
    instance &&
    extensionsTable.findBy(db, { company_id: instance.company_id, instance_uuid: instance.uuid, number })
  )
}

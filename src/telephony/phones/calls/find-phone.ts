import { type InstancesTable, instancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { completeData } from '../extension-data/extension-data.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'
import type { PbxAddress } from '../pbx/pbx.ts'

/** A phone of ours, with its settings. */
export interface OwnPhone {
  readonly instance: InstancesTable
  readonly extension: Extension
  readonly data: Readonly<Record<string, unknown>>
}

export async function findPhone(
  db: TelephonyDb,
  { domain, number }: PbxAddress,
): Promise<OwnPhone | undefined> {
  const instance = await instancesTable.findBy(db, { domain })
  if (!instance) return undefined
  const extension = await extensionsTable.findBy(db, {
    company_id: instance.company_id,
    instance_uuid: instance.uuid,
    number,
  })
  return (
    extension && { instance, extension, data: completeData(extension.number, extension.name, extension.data) }
  )
}

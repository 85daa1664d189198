import { type InstancesTable, instancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type CallRoute, callRoutesTable } from '../call-routes/call-route.ts'
import { findLotOfSlot } from '../call-routes/call-route-store.ts'
import { type Extension, extensionsTable } from '../extensions/extension.ts'

export interface DialledExtension {
  readonly instance: InstancesTable
  readonly extension: Extension
}

export interface DialledRoute {
  readonly instance: InstancesTable
  readonly route: CallRoute
  /** The number is that of a slot of the parking lot. */
  readonly slot?: number
}

/**
 * What a number is: an extension, a route, or a slot of one. It is looked for in the instance first, then in the others of the
 * company, and nowhere else.
 */
export async function findDialled(
  db: TelephonyDb,
  here: InstancesTable,
  dialled: string,
): Promise<DialledExtension | DialledRoute | undefined> {
  if (!/^[1-9]\d{1,5}$/.test(dialled)) return undefined
  const others = (await instancesTable.list(db, { company_id: here.company_id })).filter(
    ({ uuid }) => uuid !== here.uuid,
  )
  for (const instance of [here, ...others]) {
    const extension = await extensionsTable.findBy(db, {
      company_id: here.company_id,
      instance_uuid: instance.uuid,
      number: Number(dialled),
    })
    if (extension) return { instance, extension }
    const route = await callRoutesTable.findBy(db, {
      company_id: here.company_id,
      instance_uuid: instance.uuid,
      number: Number(dialled),
    })
    if (route) return { instance, route }
    const lot = await findLotOfSlot(db, here.company_id, instance.uuid, Number(dialled))
    if (lot) return { instance, route: lot, slot: Number(dialled) }
  }
  return undefined
}

import { listInstances } from '../../company/instances/instance-store.ts'
import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import { findCallRouteByNumber } from '../call-routes/call-route-store.ts'
import type { Extension } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'

export interface DialledExtension {
  readonly instance: InstancesTable
  readonly extension: Extension
}

export interface DialledRoute {
  readonly instance: InstancesTable
  readonly route: CallRoute
}

/**
 * What a number is: an extension, or a route. It is looked for in the instance first, then in the others of the
 * company, and nowhere else.
 */
export async function findDialled(
  db: TelephonyDb,
  here: InstancesTable,
  dialled: string,
): Promise<DialledExtension | DialledRoute | undefined> {
  if (!/^[1-9]\d{1,5}$/.test(dialled)) return undefined
  const others = (await listInstances(db, here.company_id)).filter(({ uuid }) => uuid !== here.uuid)
  for (const instance of [here, ...others]) {
    const extension = await findExtensionByNumber(db, here.company_id, instance.uuid, Number(dialled))
    if (extension) return { instance, extension }
    const route = await findCallRouteByNumber(db, here.company_id, instance.uuid, Number(dialled))
    if (route) return { instance, route }
  }
  return undefined
}

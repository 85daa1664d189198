import { listInstances } from '../../company/instances/instance-store.ts'
import type { InstancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { Extension } from '../extensions/extension.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'

/** What a number is, and in which instance. */
export interface Dialled {
  readonly instance: InstancesTable
  readonly extension: Extension
}

/** A number is looked for in the instance first, then in the others of the company, and nowhere else. */
export async function findDialled(
  db: TelephonyDb,
  here: InstancesTable,
  dialled: string,
): Promise<Dialled | undefined> {
  if (!/^[1-9]\d{1,5}$/.test(dialled)) return undefined
  const others = (await listInstances(db, here.company_id)).filter(({ uuid }) => uuid !== here.uuid)
  for (const instance of [here, ...others]) {
    const extension = await findExtensionByNumber(db, here.company_id, instance.uuid, Number(dialled))
    if (extension) return { instance, extension }
  }
  return undefined
}

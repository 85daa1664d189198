import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Instance } from './instance.ts'
import { type InstanceView, instanceView } from './instance-view.ts'
import { instancesTable } from './instances-table.ts'

/** An instance of the actor's company. Those of other companies are not found. */
export async function instanceOfCompany(
  platform: TelephonyPlatform,
  actor: Actor,
  uuid: string,
): Promise<Instance> {
  const instance = await instancesTable.find(platform.database.read, { company_id: actor.company.id, uuid })
  if (!instance) throw notFound('There is no such phone system')
  return instance
}

export async function showInstances(
  platform: TelephonyPlatform,
  { company }: Actor,
): Promise<InstanceView[]> {
  const instances = await instancesTable.list(platform.database.read, { company_id: company.id })
  return instances.map((instance) => instanceView(instance, company, platform.config.telephony))
}

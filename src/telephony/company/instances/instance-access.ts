import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Instance } from './instance.ts'
import { findInstance, listInstances } from './instance-store.ts'
import { type InstanceView, instanceView } from './instance-view.ts'

/** An instance of the actor's company. Those of other companies are not found. */
export async function instanceOfCompany(
  platform: TelephonyPlatform,
  actor: Actor,
  uuid: string,
): Promise<Instance> {
  const instance = await findInstance(platform.database.read, actor.company.id, uuid)
  if (!instance) throw notFound('There is no such instance')
  return instance
}

export async function showInstances(
  platform: TelephonyPlatform,
  { company }: Actor,
): Promise<InstanceView[]> {
  const instances = await listInstances(platform.database.read, company.id)
  return instances.map((instance) => instanceView(instance, company, platform.config.telephony))
}

import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Webhook, WebhookDelivery } from './webhook.ts'
import { findDelivery, findWebhook } from './webhook-store.ts'

/** A webhook of the actor's company. Those of other companies are not found. */
export async function webhookOfCompany(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<Webhook> {
  const webhook = await findWebhook(database.read, actor.company.id, id)
  if (!webhook) throw notFound('There is no such webhook')
  return webhook
}

export interface FoundDelivery {
  webhook: Webhook
  delivery: WebhookDelivery
}

export async function deliveryOfCompany(
  platform: TelephonyPlatform,
  actor: Actor,
  params: Record<string, string>,
): Promise<FoundDelivery> {
  const webhook = await webhookOfCompany(platform, actor, params.webhook_id!)
  const delivery = await findDelivery(platform.database.read, webhook, params.delivery_id!)
  if (!delivery) throw notFound('There is no such delivery')
  return { webhook, delivery }
}

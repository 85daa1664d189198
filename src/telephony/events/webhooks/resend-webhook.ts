import type { Static } from '@sinclair/typebox'
import { isoDate } from '../../../platform/clock.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import type { Page } from '../../list-page.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { addDelivery } from './feed-webhook.ts'
import { type DeliveryStatus, deliveryBody, TEST_EVENT, type Webhook } from './webhook.ts'
import type { FoundDelivery } from './webhook-access.ts'
import { findDelivery, findWebhook, listDeliveries, listWebhooks, updateDelivery } from './webhook-store.ts'
import { type DeliverySchema, deliveryView, webhookView } from './webhook-view.ts'

type DeliveryView = Static<typeof DeliverySchema>

/** Sends a delivery again, with all its attempts, under the same id. */
export async function replayDelivery(
  platform: TelephonyPlatform,
  actor: Actor,
  { webhook, delivery: { id } }: FoundDelivery,
): Promise<DeliveryView> {
  const { clock } = platform
  return platform.transact(webhook.company_id, async (tx) => {
    checkEnabled(await findWebhook(tx.db, webhook.company_id, webhook.id))
    const delivery = await findDelivery(tx.db, webhook, id)
    if (!delivery) throw notFound('There is no such delivery')
    const changes = {
      status: 'pending' as const,
      attempts: 0,
      next_attempt_at: clock.now(),
      delivered_at: null,
    }
    await updateDelivery(tx.db, delivery, changes)
    await tx.outbox.add('webhook', { lane: webhook.id, payload: { deliveryId: id } })
    const after = deliveryView({ ...delivery, ...changes })
    await recordChange(tx, clock, actor, {
      action: 'webhook.delivery_replayed',
      id: webhook.id,
      before: deliveryView(delivery),
      after,
    })
    return after
  })
}

/** Sends a test delivery. */
export async function testWebhook(
  platform: TelephonyPlatform,
  actor: Actor,
  webhook: Webhook,
): Promise<DeliveryView> {
  const { clock } = platform
  return platform.transact(webhook.company_id, async (tx) => {
    checkEnabled(await findWebhook(tx.db, webhook.company_id, webhook.id))
    const body = deliveryBody(TEST_EVENT, isoDate(clock.now()), { webhook_id: webhook.id })
    const delivery = await addDelivery(platform, tx, webhook, { event_id: null, type: TEST_EVENT, body })
    const after = deliveryView(delivery)
    await recordChange(tx, clock, actor, { action: 'webhook.tested', id: webhook.id, before: null, after })
    return after
  })
}

function checkEnabled(webhook: Webhook | undefined): void {
  if (!webhook) throw notFound('There is no such webhook')
  if (!webhook.enabled) throw conflict('The webhook is disabled')
}

export async function listWebhookDeliveries(
  { database }: TelephonyPlatform,
  webhook: Webhook,
  status: DeliveryStatus | undefined,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = await listDeliveries(database.read, webhook, status, page)
  return new HttpResponse(items.map(deliveryView), { headers: pagingHeaders(page, total) })
}

export async function listCompanyWebhooks({ database }: TelephonyPlatform, { company }: Actor) {
  return (await listWebhooks(database.read, company.id)).map(webhookView)
}

import { isoDate } from '../../../platform/clock.ts'
import type { Audience } from '../../event-audience.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { deliveryBody, type Webhook, type WebhookDelivery, wantsEvent } from './webhook.ts'
import {
  countPending,
  insertDelivery,
  makeAllDeliveriesDue,
  moveCursor,
  readTimedEvents,
  type TimedEvent,
} from './webhook-store.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** for a webhook, whose id is the lane */
    webhook: { deliveryId: string }
  }
}

const READ_AT_ONCE = 200
/** Further events wait in the log. */
const MAX_PENDING = 500

/**
 * Turns the events after the cursor into deliveries, in the transaction that moves the cursor, so that none is lost.
 * Returns false if there may be more events than may be pending.
 */
export async function feedWebhook(platform: TelephonyPlatform, webhook: Webhook): Promise<boolean> {
  const { database } = platform
  let { cursor } = webhook
  while ((await countPending(database.read, webhook)) < MAX_PENDING) {
    const events = await readTimedEvents(database.read, webhook.company_id, cursor, READ_AT_ONCE)
    const wanted = events.filter((event) => isForWebhook(webhook, event))
    // A few irrelevant events are not worth a write: they are read again next time.
    if (wanted.length === 0 && events.length < READ_AT_ONCE) return true
    const to = events.at(-1)!.position
    const from = { ...webhook, cursor }
    const moved = await platform.transact(webhook.company_id, async (tx) => {
      if (!(await moveCursor(tx.db, from, to))) return false
      for (const { position, type, payload, created_at: at } of wanted) {
        const body = deliveryBody(type, isoDate(at), JSON.parse(payload))
        await addDelivery(platform, tx, webhook, { event_id: position, type, body })
      }
      return true
    })
    if (!moved) return true
    cursor = to
  }
  return false
}

function isForWebhook(webhook: Webhook, { type, audience }: TimedEvent): boolean {
  return wantsEvent(webhook, type) && (JSON.parse(audience) as Audience).to !== 'nobody'
}

export async function addDelivery(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  webhook: Pick<Webhook, 'company_id' | 'id'>,
  about: Pick<WebhookDelivery, 'event_id' | 'type' | 'body'>,
): Promise<WebhookDelivery> {
  const delivery: WebhookDelivery = {
    company_id: webhook.company_id,
    webhook_id: webhook.id,
    number: await tx.next('webhook_delivery'),
    id: `msg_${newObjectId(clock)}`,
    ...about,
    status: 'pending',
    attempts: 0,
    next_attempt_at: clock.now(),
    last_attempt_at: null,
    response_status: null,
    response_body: '',
    error: '',
    delivered_at: null,
    created_at: clock.now(),
  }
  await insertDelivery(tx.db, delivery)
  await tx.outbox.add('webhook', { lane: webhook.id, payload: { deliveryId: delivery.id } })
  return delivery
}

/** The webhook is enabled: what is pending is due. */
export async function resumeDeliveries(
  { clock }: TelephonyPlatform,
  { db, outbox }: TelephonyTransaction,
  webhook: Pick<Webhook, 'company_id' | 'id'>,
): Promise<void> {
  const pending = await makeAllDeliveriesDue(db, webhook, clock.now())
  await outbox.cancel('webhook', webhook.id)
  await outbox.addAll(
    'webhook',
    pending.map((deliveryId) => ({ lane: webhook.id, payload: { deliveryId } })),
  )
}

import { countRows, readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import type { DeliveryStatus, WebhookDelivery } from './webhook.ts'
import type { WebhookDeliveriesTable } from './webhook-tables.ts'

export interface WebhookRef {
  company_id: number
  id: string
}

const ofWebhook = (db: TelephonyDb, { company_id: companyId, id }: WebhookRef) =>
  db.selectFrom('webhook_deliveries').where('company_id', '=', companyId).where('webhook_id', '=', id)

export async function insertDelivery(db: TelephonyDb, delivery: WebhookDelivery): Promise<void> {
  await db.insertInto('webhook_deliveries').values(delivery).execute()
}

export async function findDelivery(
  db: TelephonyDb,
  webhook: WebhookRef,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const row = await ofWebhook(db, webhook).selectAll().where('id', '=', id).executeTakeFirst()
  return row as WebhookDelivery | undefined
}

/** Newest first. */
export async function listDeliveries(
  db: TelephonyDb,
  webhook: WebhookRef,
  status: DeliveryStatus | undefined,
  page: Page,
): Promise<PageOf<WebhookDelivery>> {
  let query = ofWebhook(db, webhook)
  if (status !== undefined) query = query.where('status', '=', status)
  const { items, total } = await readPage(query.selectAll().orderBy('number', 'desc'), page)
  return { items: items as WebhookDelivery[], total }
}

export async function countPending(db: TelephonyDb, webhook: WebhookRef): Promise<number> {
  return countRows(ofWebhook(db, webhook).where('status', '=', 'pending'))
}

/** False if the row has changed: a resend was requested. */
export async function updateDelivery(
  db: TelephonyDb,
  known: WebhookDelivery,
  changes: Partial<WebhookDeliveriesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('company_id', '=', known.company_id)
    .where('webhook_id', '=', known.webhook_id)
    .where('number', '=', known.number)
    .where('status', '=', known.status)
    .where('next_attempt_at', known.next_attempt_at === null ? 'is' : '=', known.next_attempt_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The oldest pending delivery that may be sent now. One that has failed fewer times than `patience` blocks those behind
 * it, to keep the order; after that they overtake it.
 */
export async function findNextDelivery(
  db: TelephonyDb,
  webhook: WebhookRef,
  now: number,
  patience: number,
): Promise<WebhookDelivery | undefined> {
  const pending = ofWebhook(db, webhook)
    .selectAll()
    .where('status', '=', 'pending')
    .orderBy('number')
    .limit(1)
  const head = await pending.where('attempts', '<', patience).executeTakeFirst()
  const late = await pending
    .where('attempts', '>=', patience)
    .where('next_attempt_at', '<=', now)
    .executeTakeFirst()
  const isDue = head !== undefined && head.next_attempt_at !== null && head.next_attempt_at <= now
  const next = late && !(isDue && head.number < late.number) ? late : isDue ? head : undefined
  return next as WebhookDelivery | undefined
}

/** Enabled webhooks with a delivery that is due. */
export async function listDueWebhooks(db: TelephonyDb, now: number, limit: number): Promise<WebhookRef[]> {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.company_id', '=', 'delivery.company_id')
        .onRef('webhooks.id', '=', 'delivery.webhook_id'),
    )
    .select(['webhooks.company_id', 'webhooks.id'])
    .distinct()
    .where('delivery.status', '=', 'pending')
    .where('delivery.next_attempt_at', '<=', now)
    .where('webhooks.enabled', '=', 1)
    .limit(limit)
    .execute()
}

/** Makes all pending deliveries due: the receiver responds again. */
export async function hurryUnanswered(db: TelephonyDb, webhook: WebhookRef, now: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('company_id', '=', webhook.company_id)
    .where('webhook_id', '=', webhook.id)
    .where('status', '=', 'pending')
    .where('attempts', '>', 0)
    .where('response_status', 'is', null)
    .execute()
}

export async function makeAllDeliveriesDue(db: TelephonyDb, webhook: WebhookRef, now: number): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('company_id', '=', webhook.company_id)
    .where('webhook_id', '=', webhook.id)
    .where('status', '=', 'pending')
    .execute()
}

export async function deleteDoneBefore(db: TelephonyDb, before: number): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('status', '!=', 'pending')
    .where('created_at', '<', before)
    .execute()
}

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

/** Returns the ids of the pending deliveries, in order. */
export async function makeAllDeliveriesDue(
  db: TelephonyDb,
  webhook: WebhookRef,
  now: number,
): Promise<string[]> {
  const pending = await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('company_id', '=', webhook.company_id)
    .where('webhook_id', '=', webhook.id)
    .where('status', '=', 'pending')
    .returning(['id', 'number'])
    .execute()
  return pending.sort((one, other) => one.number - other.number).map(({ id }) => id)
}

export async function deleteDoneBefore(db: TelephonyDb, before: number): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('status', '!=', 'pending')
    .where('created_at', '<', before)
    .execute()
}

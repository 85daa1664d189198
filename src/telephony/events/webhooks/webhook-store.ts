import { countRows, readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type DeliveryStatus, type Webhook, type WebhookDelivery, webhookOf } from './webhook.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts'

export async function insertWebhook(db: TelephonyDb, row: WebhooksTable): Promise<void> {
  await db.insertInto('webhooks').values(row).execute()
}

export async function findWebhook(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && webhookOf(row)
}

/** In the order of creation; a company has few. */
export async function listWebhooks(db: TelephonyDb, companyId: number): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map(webhookOf)
}

/** Of one company, or of all. */
export async function listEnabledWebhooks(db: TelephonyDb, companyId?: number): Promise<Webhook[]> {
  let query = db.selectFrom('webhooks').selectAll().where('enabled', '=', 1)
  if (companyId !== undefined) query = query.where('company_id', '=', companyId)
  return (await query.execute()).map(webhookOf)
}

export async function updateWebhookRow(
  db: TelephonyDb,
  { company_id: companyId, id }: Pick<Webhook, 'company_id' | 'id'>,
  changes: Partial<WebhooksTable>,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteWebhookRows(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', id)
    .execute()
  await db.deleteFrom('webhooks').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Moves the cursor, unless another process has. */
export async function moveCursor(db: TelephonyDb, webhook: Webhook, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ cursor: to })
    .where('company_id', '=', webhook.company_id)
    .where('id', '=', webhook.id)
    .where('cursor', '=', webhook.cursor)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface TimedEvent {
  position: number
  type: string
  /** JSON */
  audience: string
  /** JSON */
  payload: string
  created_at: number
}

/** The events of the log after a position, with their times. */
export async function readTimedEvents(
  db: TelephonyDb,
  companyId: number,
  after: number,
  limit: number,
): Promise<TimedEvent[]> {
  return db
    .selectFrom('events')
    .select(['position', 'type', 'audience', 'payload', 'created_at'])
    .where('tenant_id', '=', companyId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
}

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

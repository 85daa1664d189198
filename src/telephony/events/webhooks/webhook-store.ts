import type { TelephonyDb } from '../../telephony-platform.ts'
import { type Webhook, webhookOf } from './webhook.ts'
import type { WebhooksTable } from './webhook-tables.ts'

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

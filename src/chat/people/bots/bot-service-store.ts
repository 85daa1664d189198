import type { Db } from '../../chat-platform.ts'
import type { BotServicesTable } from './bot-services-table.ts'

export interface BotRef {
  realm_id: number
  bot_id: number
}

export async function listServices(db: Db, realmId: number): Promise<BotServicesTable[]> {
  return db.selectFrom('bot_services').selectAll().where('realm_id', '=', realmId).execute()
}

export async function findService(
  db: Db,
  realmId: number,
  botId: number,
): Promise<BotServicesTable | undefined> {
  return db
    .selectFrom('bot_services')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', botId)
    .executeTakeFirst()
}

export async function insertService(db: Db, service: BotServicesTable): Promise<void> {
  await db.insertInto('bot_services').values(service).execute()
}

export async function updateService(
  db: Db,
  { realm_id: realmId, user_id: botId }: Pick<BotServicesTable, 'realm_id' | 'user_id'>,
  changes: Partial<BotServicesTable>,
): Promise<void> {
  await db
    .updateTable('bot_services')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', botId)
    .execute()
}

/** Takes or extends the lease. Returns false while another process holds it. */
export async function takeLease(
  db: Db,
  { realm_id: realmId, bot_id: botId }: BotRef,
  holder: string,
  now: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_services')
    .set({ lease_holder: holder, lease_until: until })
    .where('realm_id', '=', realmId)
    .where('user_id', '=', botId)
    .where((where) => where.or([where('lease_holder', '=', holder), where('lease_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releaseLease(
  db: Db,
  { realm_id: realmId, bot_id: botId }: BotRef,
  holder: string,
): Promise<void> {
  await db
    .updateTable('bot_services')
    .set({ lease_holder: '', lease_until: 0 })
    .where('realm_id', '=', realmId)
    .where('user_id', '=', botId)
    .where('lease_holder', '=', holder)
    .execute()
}

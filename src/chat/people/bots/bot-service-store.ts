import type { Db } from '../../chat-platform.ts'
import type { BotServicesTable } from './bot-services-table.ts'

/** The active bots of an organization that have a service. */
export type OutgoingBots = ReadonlySet<number>

export async function loadOutgoingBots(db: Db, realmId: number): Promise<OutgoingBots> {
  const rows = await db
    .selectFrom('bot_services')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'bot_services.realm_id')
        .onRef('users.id', '=', 'bot_services.user_id'),
    )
    .select('users.id')
    .where('bot_services.realm_id', '=', realmId)
    .where('users.is_active', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.id))
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

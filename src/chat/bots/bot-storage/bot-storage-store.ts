import type { Db } from '../../chat-platform.ts'
import type { BotStorageTable } from './bot-storage-table.ts'

const ROWS_AT_ONCE = 500

/** The sizes of all entries of the bot, by key. */
export async function listStoredSizes(db: Db, realmId: number, botId: number): Promise<Map<string, number>> {
  const rows = await ofBot(db, realmId, botId).select(['key', 'size']).execute()
  return new Map(rows.map((row) => [row.key, row.size]))
}

/** In the order of the keys; undefined: all of them. */
export async function listStored(
  db: Db,
  realmId: number,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<BotStorageTable[]> {
  const all = ofBot(db, realmId, botId).selectAll().orderBy('key')
  if (keys === undefined) return all.execute()
  return keys.length === 0 ? [] : all.where('key', 'in', [...keys]).execute()
}

export async function storeEntries(db: Db, rows: readonly BotStorageTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto('bot_storage')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'user_id', 'key']).doUpdateSet((row) => ({
          value: row.ref('excluded.value'),
          size: row.ref('excluded.size'),
        })),
      )
      .execute()
  }
}

export async function deleteStored(
  db: Db,
  realmId: number,
  botId: number,
  keys: readonly string[] | undefined,
): Promise<void> {
  const all = db.deleteFrom('bot_storage').where('realm_id', '=', realmId).where('user_id', '=', botId)
  if (keys === undefined) await all.execute()
  else if (keys.length > 0) await all.where('key', 'in', [...keys]).execute()
}

const ofBot = (db: Db, realmId: number, botId: number) =>
  db.selectFrom('bot_storage').where('realm_id', '=', realmId).where('user_id', '=', botId)

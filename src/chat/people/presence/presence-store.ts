import { prepared, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { PresencesTable } from './presences-table.ts'

/** Presences reported since that time. */
export async function listPresences(db: Db, realmId: number, since: number): Promise<PresencesTable[]> {
  return seenSince(db, { realmId, since })
}

export async function findPresence(
  db: Db,
  realmId: number,
  userId: number,
): Promise<PresencesTable | undefined> {
  return db
    .selectFrom('presences')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Never overwrites a newer presence, which another server may have written. */
export async function storePresence(db: Db, row: PresencesTable): Promise<void> {
  await store(db, row)
}

const seenSince = prepared<ChatTables, { realmId: number; since: number }, PresencesTable>((db, parameter) =>
  db
    .selectFrom('presences')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('seen_at', '>=', parameter('since')),
)

const store = preparedWrite<ChatTables, PresencesTable>((db, parameter) =>
  db
    .insertInto('presences')
    .values({
      realm_id: parameter('realm_id'),
      user_id: parameter('user_id'),
      clients: parameter('clients'),
      seen_at: parameter('seen_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'user_id'])
        .doUpdateSet((row) => ({
          clients: row.ref('excluded.clients'),
          seen_at: row.ref('excluded.seen_at'),
        }))
        .whereRef('excluded.seen_at', '>=', 'presences.seen_at'),
    ),
)

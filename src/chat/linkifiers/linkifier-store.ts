import type { Db } from '../chat.ts'
import type { LinkifiersTable } from './linkifiers-table.ts'

/** In the order in which they are tried. */
export async function listLinkifiers(db: Db, realmId: number): Promise<LinkifiersTable[]> {
  return db
    .selectFrom('linkifiers')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

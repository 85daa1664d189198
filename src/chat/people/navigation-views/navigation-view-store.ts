import type { Db } from '../../chat-platform.ts'
import type { NavigationViewsTable } from './navigation-views-table.ts'

export async function listNavigationViews(
  db: Db,
  realmId: number,
  userId: number,
): Promise<NavigationViewsTable[]> {
  const rows = await db
    .selectFrom('navigation_views')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .execute()
  // The engines order texts differently.
  return rows.sort((one, other) => (one.fragment < other.fragment ? -1 : 1))
}

export async function upsertNavigationView(db: Db, row: NavigationViewsTable): Promise<void> {
  const { is_pinned, name } = row
  await db
    .insertInto('navigation_views')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'user_id', 'fragment']).doUpdateSet({ is_pinned, name }),
    )
    .execute()
}

export async function deleteNavigationView(
  db: Db,
  { realm_id, user_id, fragment }: NavigationViewsTable,
): Promise<void> {
  await db
    .deleteFrom('navigation_views')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('fragment', '=', fragment)
    .execute()
}

import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'

/**
 * Stores whether the address of an account is proven; of existing accounts, only their identity provider knows it. And
 * from which reusable link an invitation comes.
 */
export async function createProvenAddresses(db: AnyHandle): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('email_proven', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update users set email_proven = 1 where exists (
      select 1 from openid_identities
      where openid_identities.realm_id = users.realm_id and openid_identities.user_id = users.id
    )`.execute(db)
  await db.schema.alterTable('invites').addColumn('link_id', 'bigint').execute()
}

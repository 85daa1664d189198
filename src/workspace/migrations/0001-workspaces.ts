import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Links of organizations to companies, and of accounts to users. */
export async function createWorkspaces(db: AnyHandle): Promise<void> {
  await db.schema
    .createTable('workspaces')
    .addColumn('realm_id', 'bigint', (column) => column.primaryKey())
    .addColumn('company_id', 'bigint', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('workspace_members')
    .addColumn('realm_id', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addColumn('contact_id', 'text')
    .addColumn('is_created', 'bigint', (column) => column.notNull())
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('is_active', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('workspace_members_key', ['realm_id', 'user_id'])
    .addUniqueConstraint('workspace_members_contact', ['company_id', 'contact_id'])
    .execute()
}

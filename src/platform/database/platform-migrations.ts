import type { Migration } from './migrate.ts'

export const platformMigrations: readonly Migration[] = [
  {
    name: 'platform-0001-sequences-and-events',
    async up(db) {
      await db.schema
        .createTable('sequences')
        .addColumn('tenant_id', 'bigint', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('sequences_key', ['tenant_id', 'name'])
        .execute()
      await db.schema
        .createTable('events')
        .addColumn('tenant_id', 'bigint', (column) => column.notNull())
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('audience', 'text', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('events_key', ['tenant_id', 'position'])
        .execute()
    },
  },
]

import { sql } from 'kysely'
import { createTables } from './create-tables.ts'
import type { Migration } from './migration.ts'

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
  {
    name: 'platform-0002-contents-and-key',
    async up(db, engine) {
      const columns = { id: 'id', fingerprint: 'text' } as const
      await createTables(db, { master_key: { columns, key: ['id'] } }, [], engine)
      if (engine === 'sqlite') return
      const place = { tenant: 'text', kind: 'text', name: 'text' } as const
      const contents = { ...place, id: 'text', size: 'number', written_at: 'number' } as const
      await createTables(db, { contents: { columns: contents, key: ['tenant', 'kind', 'name'] } }, [], engine)
      await sql`create table content_chunks (
        tenant text collate "C" not null, id text collate "C" not null, number integer not null, bytes bytea not null,
        constraint content_chunks_key primary key (tenant, id, number))`.execute(db)
      // Images and archives are already compressed.
      await sql`alter table content_chunks alter column bytes set storage external`.execute(db)
    },
  },
  {
    name: 'platform-0003-history',
    async up(db, engine) {
      if (engine === 'sqlite') return
      const columns = { id: 'id', place: 'text', written_by: 'number' } as const
      await createTables(db, { history: { columns, key: ['id'] } }, [], engine)
    },
  },
  {
    name: 'platform-0004-look-up-key',
    async up(db) {
      await db.schema.alterTable('master_key').addColumn('look_up_key_sealed', 'text').execute()
    },
  },
]

import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Who may call which numbers outside, and how much; what was used of it, and who was notified. */
export async function createCallingRules(db: AnyHandle, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('extensions')
    .addColumn('calling_class', 'text', (column) => column.notNull().defaultTo('national'))
    .execute()
  await db.schema.alterTable('trunks').addColumn('max_calls', 'integer').execute()
  await db.schema.alterTable('trunks').addColumn('max_minutes', 'integer').execute()
  await createTables(
    db,
    {
      calling_rules: {
        columns: {
          company_id: 'id',
          allowed_countries: 'text?',
          denied_prefixes: 'text',
          special_rates: 'flag',
          routes_class: 'text',
          max_calls: 'number?',
          max_minutes: 'number?',
        },
        key: ['company_id'],
      },
      outgoing_calls: {
        columns: {
          company_id: 'id',
          id: 'text',
          trunk_id: 'text',
          answered_at: 'number',
          ended_at: 'number?',
        },
        key: ['company_id', 'id'],
      },
      limit_notices: {
        columns: { company_id: 'id', limit_name: 'text', trunk_id: 'text', notified_at: 'number' },
        key: ['company_id', 'limit_name', 'trunk_id'],
      },
      limit_mails: {
        columns: {
          company_id: 'id',
          id: 'text',
          email: 'text',
          subject: 'text',
          body: 'text',
          attempts: 'number',
          next_attempt_at: 'number',
        },
        key: ['company_id', 'id'],
      },
    },
    [
      ['outgoing_calls', ['company_id', 'ended_at']],
      ['limit_mails', ['next_attempt_at']],
    ],
    engine,
  )
}

import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import {
  addColumns,
  createIndexes,
  createTables,
  type TablePlan,
} from '../../platform/database/schema/create-tables.ts'

/**
 * Identity providers that administrators set up, besides the one of the environment; which session at a provider a
 * session here belongs to.
 */
export async function storeIdentityProviders(db: AnyHandle, engine: Engine): Promise<void> {
  const plan: TablePlan = {
    columns: {
      realm_id: 'id',
      id: 'id',
      kind: 'text',
      label: 'text',
      joins: 'text',
      is_active: 'flag',
      settings: 'text',
      secret_sealed: 'text?',
      changed_by: 'id',
      changed_at: 'number',
    },
    key: ['realm_id', 'id'],
  }
  await createTables(db, { identity_providers: plan }, [], engine)
  const columns = { issuer: 'text?', subject: 'text?', provider_session: 'text?' } as const
  await addColumns(db, 'sessions', columns, {}, engine)
  await createIndexes(db, [['sessions', ['realm_id', 'issuer', 'subject']]])
}

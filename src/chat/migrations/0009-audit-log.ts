import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns, createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Who has changed what in an organization. */
export async function createAuditLog(db: AnyHandle, engine: Engine): Promise<void> {
  const audit_log: TablePlan = {
    columns: {
      realm_id: 'id',
      id: 'id',
      at: 'number',
      actor_id: 'number?',
      through: 'text?',
      address: 'text?',
      client: 'text?',
      action: 'text',
      subject_kind: 'text',
      subject_id: 'text?',
      subject_name: 'text?',
      before: 'text?',
      after: 'text?',
    },
    key: ['realm_id', 'id'],
  }
  const indexes: Parameters<typeof createTables>[2] = [
    ['audit_log', ['realm_id', 'actor_id', 'id']],
    ['audit_log', ['realm_id', 'subject_id', 'id']],
    ['audit_log', ['at']],
  ]
  await createTables(db, { audit_log }, indexes, engine)
  // From where a session was used last.
  await addColumns(db, 'sessions', { address: 'text?' }, {}, engine)
}

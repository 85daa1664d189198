import type { AnyHandle } from '../database/any-handle.ts'
import type { Engine } from '../database/database.ts'
import { createTables, type IndexPlan, type TablePlan } from '../database/schema/create-tables.ts'

/** For the migrations of each product. */
export const createOutboxTable = (db: AnyHandle, engine: Engine) =>
  createTables(db, { outbox: outboxPlan }, outboxIndexes, engine)

const outboxPlan: TablePlan = {
  columns: {
    tenant_id: 'id',
    id: 'id',
    kind: 'text',
    lane: 'text',
    payload: 'text',
    secret_sealed: 'text?',
    attempts: 'number',
    next_attempt_at: 'number?',
    claimed_by: 'text?',
    created_at: 'number',
    error: 'text?',
  },
  key: ['tenant_id', 'id'],
}

const outboxIndexes: readonly IndexPlan[] = [
  ['outbox', ['kind', 'next_attempt_at']],
  ['outbox', ['tenant_id', 'kind', 'lane', 'id']],
]

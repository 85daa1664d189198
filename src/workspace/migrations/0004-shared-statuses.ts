import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** The status that an account and its user of the phones have agreed on. */
export const createSharedStatuses = (db: AnyHandle) =>
  createTables(
    db,
    {
      shared_statuses: {
        columns: { realm_id: 'id', user_id: 'id', contact_id: 'text', status: 'text' },
        key: ['realm_id', 'user_id'],
      },
    },
    [],
  )

import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns, createTables } from '../../platform/database/schema/create-tables.ts'

/** Legal holds, the erasure of people, and exports of one person's data. */
export async function prepareForPrivacy(db: AnyHandle, engine: Engine): Promise<void> {
  await createTables(
    db,
    {
      legal_holds: {
        columns: {
          realm_id: 'id',
          id: 'id',
          user_id: 'number?',
          stream_id: 'number?',
          reason: 'text',
          placed_by: 'id',
          placed_at: 'number',
          released_by: 'number?',
          released_at: 'number?',
        },
        key: ['realm_id', 'id'],
      },
      person_erasures: {
        columns: {
          realm_id: 'id',
          user_id: 'id',
          messages: 'text',
          acting_user_id: 'number?',
          requested_at: 'number',
          step: 'number',
          position: 'number',
          deleted_messages: 'number',
          finished_at: 'number?',
        },
        key: ['realm_id', 'user_id'],
      },
    },
    [],
    engine,
  )
  await addColumns(db, 'realm_exports', { person_id: 'number?', expires_at: 'number?' }, {}, engine)
}

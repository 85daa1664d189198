import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** The call history. */
export const createCallTables = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      calls: {
        columns: {
          company_id: 'id',
          id: 'text',
          pbx_call_id: 'text',
          direction: 'text',
          dialled: 'text',
          result: 'text?',
          started_at: 'number',
          answered_at: 'number?',
          ended_at: 'number?',
        },
        key: ['company_id', 'id'],
      },
      call_parties: {
        columns: {
          company_id: 'id',
          call_id: 'text',
          role: 'text',
          address: 'text',
          number: 'text',
          name: 'text',
          extension_id: 'text?',
          user_id: 'text?',
          instance_uuid: 'text?',
          outcome: 'text?',
          position: 'number',
        },
        key: ['company_id', 'call_id', 'role', 'address'],
      },
    },
    [
      ['calls', ['company_id', 'pbx_call_id'], 'unique'],
      // Calls in progress have none.
      ['calls', ['ended_at']],
      ['call_parties', ['company_id', 'user_id', 'call_id']],
      ['call_parties', ['company_id', 'extension_id', 'call_id']],
      ['call_parties', ['company_id', 'number', 'call_id']],
    ],
    engine,
  )

import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** What was written on each day, and what is stored. */
export const createStatistics = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      statistic_days: {
        columns: {
          realm_id: 'id',
          day: 'number',
          messages: 'number',
          in_streams: 'number',
          writers: 'number',
        },
        key: ['realm_id', 'day'],
      },
      statistic_streams: {
        columns: { realm_id: 'id', day: 'number', stream_id: 'id', messages: 'number' },
        key: ['realm_id', 'day', 'stream_id'],
      },
      statistic_storage: {
        columns: { realm_id: 'id', kind: 'text', files: 'number', bytes: 'number' },
        key: ['realm_id', 'kind'],
      },
    },
    [],
    engine,
  )

import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import {
  addColumns,
  createTables,
  type IndexPlan,
  type TablePlan,
} from '../../platform/database/schema/create-tables.ts'

/** Outbound routes; how callers learn that they are recorded, and how long that is kept; encryption of calls. */
export async function createRoutesAndRecordingRules(db: AnyHandle, engine: Engine): Promise<void> {
  await createTables(db, newTables, newIndexes, engine)
  await addColumns(db, 'phone_retention', { recordings_days: 'number?' }, {}, engine)
  await addColumns(db, 'calls', { recording_state: 'text?' }, {}, engine)
  await addColumns(db, 'call_parties', { encryption: 'text?' }, {}, engine)
}

const newTables: Record<string, TablePlan> = {
  outbound_routes: {
    columns: {
      company_id: 'id',
      id: 'text',
      name: 'text',
      place: 'number',
      enabled: 'flag',
      patterns: 'text',
      dial_prefix: 'text',
      instance_uuid: 'text?',
      trunks: 'text',
      number_format: 'text',
      send_prefix: 'text',
      callerid: 'text',
      callerid_first: 'flag',
      calling_class: 'text',
      created_at: 'number',
      updated_at: 'number',
    },
    key: ['company_id', 'id'],
  },
  recording_rules: {
    columns: {
      company_id: 'id',
      notice: 'text',
      notice_to: 'text',
      participants_listen: 'flag',
      administrators_listen: 'flag',
    },
    key: ['company_id'],
  },
}

const newIndexes: readonly IndexPlan[] = [['calls', ['company_id', 'started_at']]]

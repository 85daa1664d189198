import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Trunks to providers, the numbers that arrive over them, and external parties in the call history. */
export async function createTrunkTables(db: AnyHandle, engine: Engine): Promise<void> {
  await createTables(
    db,
    {
      trunks: {
        columns: {
          company_id: 'id',
          id: 'text',
          name: 'text',
          kind: 'text',
          host: 'text',
          port: 'number',
          transport: 'text',
          username: 'text',
          password_sealed: 'text?',
          from_user: 'text',
          callerid: 'text',
          codecs: 'text',
          enabled: 'flag',
          place: 'number',
          state: 'text',
          state_changed_at: 'number?',
          created_at: 'number',
          updated_at: 'number',
        },
        key: ['company_id', 'id'],
      },
      trunk_addresses: {
        columns: { company_id: 'id', trunk_id: 'text', address: 'text' },
        key: ['company_id', 'trunk_id', 'address'],
      },
      dids: {
        columns: {
          company_id: 'id',
          id: 'text',
          number: 'text',
          name: 'text',
          kind: 'text',
          instance_uuid: 'text?',
          destination: 'text',
          created_at: 'number',
          updated_at: 'number',
        },
        key: ['company_id', 'id'],
      },
    },
    [
      ['trunks', ['id'], 'unique'],
      ['trunk_addresses', ['address'], 'unique'],
      ['dids', ['company_id', 'number'], 'unique'],
    ],
    engine,
  )
  await db.schema.alterTable('call_parties').addColumn('trunk_id', 'text').execute()
}

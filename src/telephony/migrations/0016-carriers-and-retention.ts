import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Carriers of single companies, and how long companies keep calls and voicemail. */
export const createCarrierAndRetentionTables = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      company_carriers: {
        columns: {
          company_id: 'id',
          id: 'text',
          host: 'text',
          port: 'number',
          system_id: 'text',
          password_sealed: 'text',
          tls: 'flag',
          numbers: 'text?',
          version: 'text',
          state: 'text',
          problem: 'text?',
          state_at: 'number',
          created_at: 'number',
          updated_at: 'number',
        },
        key: ['company_id'],
      },
      phone_retention: {
        columns: { company_id: 'id', calls_days: 'number?', voicemail_days: 'number?' },
        key: ['company_id'],
      },
    },
    [],
    engine,
  )

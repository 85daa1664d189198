import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/create-tables.ts'
import type { Engine } from '../../platform/database/database.ts'

/** Mails about voicemail. */
export const createPhoneFeatureTables = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      voicemail_mails: {
        columns: {
          company_id: 'id',
          id: 'text',
          message_id: 'text',
          email: 'text',
          subject: 'text',
          body: 'text',
          attaches: 'flag',
          deletes: 'flag',
          attempts: 'number',
          next_attempt_at: 'number',
        },
        key: ['company_id', 'id'],
      },
    },
    [['voicemail_mails', ['next_attempt_at']]],
    engine,
  )

import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Voicemail. The recordings are contents, named by the id of the message. */
export const createVoicemailTable = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      voicemail_messages: {
        columns: {
          company_id: 'id',
          id: 'text',
          recording: 'text',
          number: 'text',
          extension_id: 'text?',
          user_id: 'text?',
          instance_uuid: 'text',
          from_number: 'text',
          from_name: 'text',
          call_id: 'text?',
          is_read: 'flag',
          duration: 'number',
          size: 'number',
          created_at: 'number',
        },
        key: ['company_id', 'id'],
      },
    },
    [
      ['voicemail_messages', ['company_id', 'recording'], 'unique'],
      ['voicemail_messages', ['company_id', 'user_id', 'id']],
    ],
    engine,
  )

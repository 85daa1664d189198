import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Mails about voicemail, how many messages phones show, greetings, transfers and recordings. */
export async function createPhoneFeatureTables(db: AnyHandle, engine: Engine): Promise<void> {
  await db.schema.alterTable('calls').addColumn('transferred_to', 'text').execute()
  await db.schema.alterTable('calls').addColumn('recording_size', 'integer').execute()
  await db.schema.alterTable('calls').addColumn('recording_seconds', 'integer').execute()
  await createTables(
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
      waiting_shown: {
        columns: {
          company_id: 'id',
          address: 'text',
          new_count: 'number',
          old_count: 'number',
          is_told: 'flag',
        },
        key: ['company_id', 'address'],
      },
      greetings: {
        columns: {
          company_id: 'id',
          extension_id: 'text',
          user_id: 'text?',
          prompt_id: 'text',
          duration: 'number',
          size: 'number',
          created_at: 'number',
        },
        key: ['company_id', 'extension_id'],
      },
    },
    [
      ['voicemail_mails', ['next_attempt_at']],
      ['voicemail_messages', ['company_id', 'extension_id', 'is_read']],
    ],
    engine,
  )
}

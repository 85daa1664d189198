import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables } from '../../platform/database/create-tables.ts'
import type { Engine } from '../../platform/database/database.ts'

/** Mails about voicemail, how many messages phones show, greetings, and transfers. */
export async function createPhoneFeatureTables(db: AnyHandle, engine: Engine): Promise<void> {
  await db.schema.alterTable('calls').addColumn('transferred_to', 'text').execute()
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

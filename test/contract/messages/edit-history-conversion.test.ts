import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ChatTables } from '../../../src/chat/chat-tables.ts'
import { chatMigrations } from '../../../src/chat/migrations/chat-migrations.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { migrate } from '../../../src/platform/database/schema/migrate.ts'
import { openDatabase } from '../../../src/platform/database/open-database.ts'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { engines, makePlace } from '../../harness/engines.ts'

const NAME = 'chat-0017-message-edits'
/** More than are converted at once. */
const EDITED = 250

describe.each(engines)('Edit histories of an older server on %s', (engine) => {
  it('become rows of their own, in their order', async () => {
    const place = await makePlace(engine)
    const database = await openDatabase<ChatTables>('chat', place, createLogger('silent'))
    const before = chatMigrations.slice(
      0,
      chatMigrations.findIndex(({ name }) => name === NAME),
    )
    await migrate(database, 'chat', before, systemClock)
    const newest = { user_id: 8, timestamp: 300, prev_topic: 'süß', prev_subject: 'süß' }
    const oldest = {
      user_id: 7,
      timestamp: 200,
      prev_content: 'first',
      prev_rendered_content: '<p>first</p>',
      prev_rendered_content_version: 1,
    }
    const insert = (realmId: number, id: number, history: object[] | null) =>
      sql`insert into messages (realm_id, id, recipient_id, stream_id, sender_id, topic, topic_key, client, content,
          rendered_content, sent_at, edited_at, edit_history, has_link, has_image, has_attachment, mentions_everyone, event_position)
        values (${realmId}, ${id}, 1, 1, 7, 't', 't', 'c', 'now', '<p>now</p>', 100, 300,
          ${history && JSON.stringify(history)}, 0, 0, 0, 0, 1)`.execute(database.read)
    await insert(1, 1, null)
    for (let id = 2; id < 2 + EDITED; id += 1) await insert(1, id, [newest])
    await insert(2, 1, [newest, oldest])
    await migrate(database, 'chat', chatMigrations, systemClock)

    const edits = database.read.selectFrom('message_edits').selectAll()
    expect(await edits.where('realm_id', '=', 2).orderBy('version').execute()).toEqual([
      {
        ...{ realm_id: 2, message_id: 1, version: 1, user_id: 7, edited_at: 200, bytes: 17 },
        ...{
          prev_topic: null,
          prev_stream: null,
          prev_content: 'first',
          prev_rendered_content: '<p>first</p>',
        },
      },
      {
        ...{ realm_id: 2, message_id: 1, version: 2, user_id: 8, edited_at: 300, bytes: 10 },
        ...{ prev_topic: 'süß', prev_stream: null, prev_content: null, prev_rendered_content: null },
      },
    ])
    const ids = (await edits.where('realm_id', '=', 1).orderBy('message_id').execute()).map(
      (row) => row.message_id,
    )
    expect(ids).toEqual(Array.from({ length: EDITED }, (_, index) => index + 2))
    const [message] = await database.read.selectFrom('messages').selectAll().limit(1).execute()
    expect(message).toMatchObject({ id: 1, content: 'now' })
    expect(message).not.toHaveProperty('edit_history')
    await database.close()
    await place.remove()
  })
})

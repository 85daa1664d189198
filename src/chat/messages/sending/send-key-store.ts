import { preparedOne, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { SendKeysTable } from '../messages-table.ts'

type Key = Pick<SendKeysTable, 'realm_id' | 'user_id' | 'key'>

/** The message that was already sent with this key. */
export async function findSent(db: Db, key: Key): Promise<number | undefined> {
  return (await find(db, key))?.message_id
}

/** Deferred: the database refuses a key that was used before, and `isKeyUsed` recognizes the error. */
export const insertSendKey = preparedWrite<ChatTables, SendKeysTable>(
  (db, parameter) =>
    db.insertInto('send_keys').values({
      realm_id: parameter('realm_id'),
      user_id: parameter('user_id'),
      key: parameter('key'),
      message_id: parameter('message_id'),
      created_at: parameter('created_at'),
    }),
  'once',
)

export const isKeyUsed = (error: unknown) => error instanceof Error && error.message.includes('send_keys')

const find = preparedOne<ChatTables, Key, { message_id: number }>((db, parameter) =>
  db
    .selectFrom('send_keys')
    .select('message_id')
    .where('realm_id', '=', parameter('realm_id'))
    .where('user_id', '=', parameter('user_id'))
    .where('key', '=', parameter('key')),
)

import { preparedOne } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { SendKeysTable } from '../messages-table.ts'

type Key = Pick<SendKeysTable, 'realm_id' | 'user_id' | 'key'>

/** The message that was already sent with this key. */
export async function findSent(db: Db, key: Key): Promise<number | undefined> {
  return (await find(db, key))?.message_id
}

export async function insertSendKey(db: Db, row: SendKeysTable): Promise<void> {
  await db.insertInto('send_keys').values(row).execute()
}

export async function deleteSendKeysBefore(db: Db, seconds: number): Promise<void> {
  await db.deleteFrom('send_keys').where('created_at', '<', seconds).execute()
}

const find = preparedOne<ChatTables, Key, { message_id: number }>((db, parameter) =>
  db
    .selectFrom('send_keys')
    .select('message_id')
    .where('realm_id', '=', parameter('realm_id'))
    .where('user_id', '=', parameter('user_id'))
    .where('key', '=', parameter('key')),
)

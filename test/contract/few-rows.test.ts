import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/chat/chat-platform.ts'
import type { ChatTables } from '../../src/chat/chat-tables.ts'
import { listQueuesOf } from '../../src/chat/events/event-queues/event-queue-store.ts'
import { attachmentsTable } from '../../src/chat/files/uploads/attachments-table.ts'
import { listClaimedBy, listClaimsOfAll } from '../../src/chat/files/uploads/uploaded-file-store.ts'
import { usersTable } from '../../src/chat/identity/users/users-table.ts'
import {
  listSettingOwners,
  listSubscriberIds,
} from '../../src/chat/streams/subscriptions/subscription-store.ts'
import { planQueries } from '../harness/plan-queries.ts'
import { startWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld('SQLite')
})
afterAll(() => world.stop())

const REALM = 1

// In a large organization each of them would read all of a table for a few rows.
it.each<[string, (db: Db) => Promise<unknown>, string]>([
  [
    'people of a name',
    (db) => usersTable.list(db, { realm_id: REALM, name_key: ['ada'], is_active: 1 }),
    'realm_id=? AND name_key=?',
  ],
  [
    'bots of somebody',
    (db) => usersTable.list(db, { realm_id: REALM, bot_owner_id: 1 }),
    'realm_id=? AND bot_owner_id=?',
  ],
  ['subscribers', (db) => listSubscriberIds(db, REALM, 1), 'realm_id=? AND stream_id=? AND active=?'],
  ['settings', (db) => listSettingOwners(db, REALM, 1, true), 'realm_id=? AND stream_id=? AND active=?'],
  ['files of a message', (db) => listClaimedBy(db, REALM, 1), 'realm_id=? AND message_id=?'],
  ['messages of files', (db) => listClaimsOfAll(db, REALM, [1, 2]), 'realm_id=? AND attachment_id=?'],
  [
    'files of somebody',
    (db) => attachmentsTable.list(db, { realm_id: REALM, owner_id: 1 }),
    'realm_id=? AND owner_id=?',
  ],
  ['queues of somebody', (db) => listQueuesOf(db, REALM, 1), 'realm_id=? AND user_id=?'],
])('%s are found by the index that is made for it', async (_name, ask, key) => {
  const db = world.chat.database.read as Kysely<ChatTables>
  const [first] = await planQueries(db, 'SQLite', ask)
  expect(first).toContain(`(${key})`)
})

import { secondsOf } from '../../../platform/clock.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import { ChatError } from '../../chat-error.ts'
import { onBehalfOf, serverItself } from '../../identity/audit/author.ts'
import { may } from '../../identity/permissions.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { importPerson } from './import-person.ts'
import { isRunning, type QueuedPeopleImport } from './order-people-import.ts'
import { listRowsToDo, markRowDone } from './people-import-store.ts'
import {
  type PeopleImportRowsTable,
  type PeopleImportsTable,
  peopleImportsTable,
} from './people-imports-table.ts'
import { type PlannedPerson, streamsToFill } from './plan-people-import.ts'

const RETRY_MS = 30_000
const ROWS_AT_ONCE = 100

/** Each row is done and noted on its own: another server goes on where this one has stopped. */
export const handlePeopleImports = (chat: Messages): void =>
  chat.outbox.handle('people_import', {
    concurrency: 1,
    retryAfter: () => RETRY_MS,
    retriesAtStart: true,
    attempt: (entry) => run(chat, entry),
  })

async function run(chat: Messages, entry: OutboxEntry<QueuedPeopleImport>): Promise<void> {
  const { payload, signal, tenant } = entry
  const { read } = chat.database
  const realm = await chat.realmsById.get(tenant)
  const row = await peopleImportsTable.find(read, { realm_id: tenant, id: payload.importId })
  if (!realm || !row || !isRunning(row)) return
  // The audit log names them.
  const theirs = onBehalfOf(chat, { ...serverItself, userId: row.acting_user_id })
  for (;;) {
    const rows = await listRowsToDo(read, row, ROWS_AT_ONCE)
    if (rows.length === 0) return finish(chat, row, null)
    for (const one of rows) {
      signal.throwIfAborted()
      const actor = await findImporter(chat, realm, row)
      if (!actor) {
        return finish(chat, row, 'The person who started the import may not import people any more')
      }
      const problem = await doRow(theirs, realm, one, actor)
      const id = (await findUserByEmail(read, tenant, one.email))?.id ?? one.user_id
      const now = secondsOf(chat.clock)
      await chat.database.write(tenant, {
        work: ({ db }) => markRowDone(db, one, now, { problem, user_id: id }),
      })
    }
  }
}

/** undefined: they have left, or are no longer an administrator. */
async function findImporter(
  { database }: Messages,
  realm: Realm,
  { acting_user_id: id }: PeopleImportsTable,
): Promise<User | undefined> {
  const actor = await usersTable.find(database.read, { realm_id: realm.id, id })
  return actor?.is_active && !realm.deactivated && may(actor, 'import people') ? actor : undefined
}

/** Returns why it could not be done. */
async function doRow(
  chat: Messages,
  realm: Realm,
  { plan }: PeopleImportRowsTable,
  actor: User,
): Promise<string | null> {
  const person: PlannedPerson = JSON.parse(plan)
  try {
    if (person.streamIds.length > 0) {
      const ids = new Set((await streamsToFill(chat.database.read, realm, actor)).map(({ id }) => id))
      if (!person.streamIds.every((id) => ids.has(id))) return 'One of the streams cannot be joined any more'
    }
    await importPerson(chat, realm, person, { isAddressProven: false })
    return null
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    return error.message
  }
}

const finish = (chat: Messages, row: PeopleImportsTable, problem: string | null): Promise<void> =>
  chat.database.write(row.realm_id, {
    async work({ db }) {
      await peopleImportsTable.update(db, row, { finished_at: secondsOf(chat.clock), problem })
    },
  })

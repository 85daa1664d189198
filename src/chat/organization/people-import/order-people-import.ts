import { readFile } from 'node:fs/promises'
import { secondsOf } from '../../../platform/clock.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { explainFaults } from './explain-faults.ts'
import { listImportRows, listImportsBefore, type RowPart } from './people-import-store.ts'
import {
  type PeopleImportRowsTable,
  type PeopleImportsTable,
  peopleImportRowsTable,
  peopleImportsTable,
} from './people-imports-table.ts'
import { planPeopleImport } from './plan-people-import.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    people_import: QueuedPeopleImport
  }
}

export interface QueuedPeopleImport {
  importId: number
}

/** Older ones are removed, with the names and addresses in them. */
const KEPT_LIMIT = 10
const KEPT_SECONDS = 30 * 86_400
const MAX_NAME_LENGTH = 200

/** Newest first. */
export const getPeopleImports = ({ database }: ChatPlatform, realm: Realm) =>
  listPeopleImports(database.read, realm)

export async function getImportRows(
  { database: { read } }: ChatPlatform,
  realm: Realm,
  id: number,
  part: RowPart,
): Promise<PeopleImportRowsTable[]> {
  return listImportRows(read, await accessPeopleImport(read, realm, id), part)
}

async function listPeopleImports(db: Db, realm: Realm): Promise<PeopleImportsTable[]> {
  return (await peopleImportsTable.list(db, { realm_id: realm.id })).reverse()
}

/** The dry run: stores what each row would do, and changes nobody. */
export async function planUpload(
  chat: ChatPlatform,
  { realm, user }: Actor,
  files: readonly ReceivedFile[],
): Promise<PeopleImportsTable> {
  const [file, second] = files
  if (!file || second) throw badRequest('You must upload exactly one file.')
  const people = await planPeopleImport(chat, realm, await readFile(file.path, 'utf8'), user).catch(
    explainFaults,
  )
  if (people.length === 0) throw badRequest('The file has no rows.')
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const known = await listPeopleImports(db, realm)
    for (const old of known.filter((one) => !isRunning(one)).slice(KEPT_LIMIT - 1)) await remove(db, old)
    const row: PeopleImportsTable = {
      realm_id: realm.id,
      id: await transaction.next('people_imports'),
      acting_user_id: user.id,
      name: file.name.slice(0, MAX_NAME_LENGTH),
      created_at: secondsOf(chat.clock),
      started_at: null,
      finished_at: null,
      problem: null,
      total: people.length,
      wrong: people.filter(({ problems }) => problems.length > 0).length,
      done: 0,
      failed: 0,
    }
    await peopleImportsTable.insert(db, row)
    await peopleImportRowsTable.insert(
      db,
      people.map((person) => ({
        realm_id: realm.id,
        import_id: row.id,
        line: person.line,
        user_id: person.userId ?? null,
        email: person.email,
        action: person.action,
        plan: JSON.stringify(person),
        problem: person.problems.length > 0 ? person.problems.join('; ') : null,
        done_at: null,
      })),
    )
    return row
  })
}

/** Queues the work (see run-people-import.ts), in the name of the person who confirms it. */
export function startPeopleImport(chat: ChatPlatform, { realm, user }: Actor, id: number): Promise<void> {
  return chat.transact(realm.id, async ({ db, outbox }) => {
    const row = await accessPeopleImport(db, realm, id)
    if (row.started_at !== null) throw badRequest('This import has been started')
    if (row.wrong > 0) throw badRequest(`${row.wrong} of ${row.total} rows are wrong. Nothing was changed.`)
    if ((await listPeopleImports(db, realm)).some(isRunning))
      throw badRequest('Another import is in progress')
    await peopleImportsTable.update(db, row, { started_at: secondsOf(chat.clock), acting_user_id: user.id })
    await outbox.add('people_import', { payload: { importId: id } })
  })
}

export function deletePeopleImport(chat: ChatPlatform, { realm }: Actor, id: number): Promise<void> {
  return chat.transact(realm.id, async ({ db }) => {
    const row = await accessPeopleImport(db, realm, id)
    if (isRunning(row)) throw badRequest('This import is in progress')
    await remove(db, row)
  })
}

async function accessPeopleImport(db: Db, realm: Realm, id: number): Promise<PeopleImportsTable> {
  const row = await peopleImportsTable.find(db, { realm_id: realm.id, id })
  if (!row) throw badRequest('Invalid people import ID')
  return row
}

/** They contain names and addresses that nobody needs any more. */
export async function deleteOldPeopleImports({ database, clock }: ChatPlatform): Promise<void> {
  const old = await listImportsBefore(database.read, secondsOf(clock) - KEPT_SECONDS)
  for (const key of old) await database.write(key.realm_id, { work: ({ db }) => remove(db, key) })
}

async function remove(db: Db, { realm_id, id }: Pick<PeopleImportsTable, 'realm_id' | 'id'>): Promise<void> {
  await peopleImportRowsTable.removeWhere(db, { realm_id, import_id: id })
  await peopleImportsTable.remove(db, { realm_id, id })
}

export const isRunning = (row: PeopleImportsTable): boolean =>
  row.started_at !== null && row.finished_at === null

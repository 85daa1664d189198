import type { Db } from '../../chat-platform.ts'
import type { PeopleImportRowsTable, PeopleImportsTable } from './people-imports-table.ts'

type ImportKey = Pick<PeopleImportsTable, 'realm_id' | 'id'>

export interface RowPart {
  /** the line before the first one */
  after: number
  limit: number
  /** only rows with a problem */
  problemsOnly?: boolean
}

export async function listImportRows(
  db: Db,
  { realm_id, id }: ImportKey,
  { after, limit, problemsOnly = false }: RowPart,
): Promise<PeopleImportRowsTable[]> {
  const rows = db
    .selectFrom('people_import_rows')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('import_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
  return (problemsOnly ? rows.where('problem', 'is not', null) : rows).execute()
}

/** The next rows to be done, in the order of the file. */
export async function listRowsToDo(
  db: Db,
  { realm_id, id }: ImportKey,
  limit: number,
): Promise<PeopleImportRowsTable[]> {
  return db
    .selectFrom('people_import_rows')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('import_id', '=', id)
    .where('done_at', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Of rows that another server has done meanwhile, nothing is counted. */
export async function markRowDone(
  db: Db,
  { realm_id, import_id, line }: PeopleImportRowsTable,
  done_at: number,
  { problem, user_id }: Pick<PeopleImportRowsTable, 'problem' | 'user_id'>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('people_import_rows')
    .set({ done_at, problem, user_id })
    .where('realm_id', '=', realm_id)
    .where('import_id', '=', import_id)
    .where('line', '=', line)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await db
    .updateTable('people_imports')
    .set((row) => ({
      done: row('done', '+', 1),
      failed: row('failed', '+', problem === null ? 0 : 1),
    }))
    .where('realm_id', '=', realm_id)
    .where('id', '=', import_id)
    .execute()
}

/** Imports of all organizations that were uploaded before this time, as keys. */
export async function listImportsBefore(db: Db, time: number): Promise<ImportKey[]> {
  return db.selectFrom('people_imports').select(['realm_id', 'id']).where('created_at', '<', time).execute()
}

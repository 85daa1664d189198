import { type SelectQueryBuilder, sql } from 'kysely'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { type ExportedTable, exportedTables } from './exported-tables.ts'
import type { RealmExportsTable } from './realm-exports-table.ts'

/** Of the whole organization, newest last. */
export async function listExports(db: Db, realmId: number): Promise<RealmExportsTable[]> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('person_id', 'is', null)
    .orderBy('id')
    .execute()
}

/** Of people, or of one person, newest last, without deleted ones. */
export async function listPersonExports(
  db: Db,
  realmId: number,
  personId?: number,
): Promise<RealmExportsTable[]> {
  let query = db
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('person_id', 'is not', null)
    .where('deleted_at', 'is', null)
  if (personId !== undefined) query = query.where('person_id', '=', personId)
  return query.orderBy('id').execute()
}

/** Of all organizations: exports that nobody may download any more. */
export async function listExpiredExports(db: Db, now: number): Promise<RealmExportsTable[]> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('expires_at', '<=', now)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function findExport(
  db: Db,
  realmId: number,
  id: number,
): Promise<RealmExportsTable | undefined> {
  return db
    .selectFrom('realm_exports')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertExport(db: Db, row: RealmExportsTable): Promise<void> {
  await db.insertInto('realm_exports').values(row).execute()
}

export async function updateExport(
  db: Db,
  { realm_id: realmId, id }: RealmExportsTable,
  changes: Partial<RealmExportsTable>,
): Promise<void> {
  await db
    .updateTable('realm_exports')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/** Includes pending exports, whose file is written before the row is updated. */
export async function isFileOfExport(db: Db, realmId: number, file: string): Promise<boolean> {
  const row = await db
    .selectFrom('realm_exports')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('file', '=', file)
    .where('failed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

type Row = Record<string, unknown>

const ROWS_AT_ONCE = 500

/** Yields pages of an organization's rows in a table, in the order of the key, without omitted columns. */
export async function* readExportedRows(
  db: Db,
  table: keyof ChatTables,
  realmId: number,
): AsyncGenerator<Row[]> {
  const { key, omit = [] } = uncheckedCast<ExportedTable>(exportedTables[table])
  // The table is known only at run time.
  const all = uncheckedCast<SelectQueryBuilder<never, never, Row>>(db.selectFrom(table).selectAll())
  const own = all.where(sql.ref(table === 'realms' ? 'id' : 'realm_id'), '=', realmId as never)
  const ordered = key.reduce((query, column) => query.orderBy(sql.ref(column)), own).limit(ROWS_AT_ONCE)
  for (let last: Row | undefined; ; ) {
    const rows = await (last ? ordered.where(isAfter(key, last)) : ordered).execute()
    last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => without(row, omit))
    if (rows.length < ROWS_AT_ONCE) return
  }
}

const isAfter = (key: readonly string[], last: Row) =>
  sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => last[column]))})`

const without = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))

import { listTables, type MovedTable } from '../../../platform/move/table-rows-store.ts'
import type { Db } from '../../chat-platform.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { readManifest } from './archive-manifest.ts'
import { type ArchiveRow, type ArchiveRowsPlan, readArchiveRows } from './archive-rows.ts'
import { ImportRefused } from './import-refused.ts'

/** An unpacked archive of one organization, as `switchboard export` writes it. */
export interface ImportedArchive {
  folder: string
  manifest: ArchiveManifest
  /** the row of the organization */
  realm: ArchiveRow
  /** the tables of the database, by name */
  tables: ReadonlyMap<string, MovedTable>
  /** How to read the rows of a table for the organization with this id. */
  planOf(table: string, realmId: number): ArchiveRowsPlan
}

export async function openArchive(db: Db, folder: string): Promise<ImportedArchive> {
  const manifest = await readManifest(folder)
  const tables = new Map((await listTables(db)).map((table) => [table.name, table]))
  const { id } = manifest.organization
  const planOf = (table: string, realmId: number): ArchiveRowsPlan => ({
    folder,
    table,
    columns: new Set(tables.get(table)!.columns.map(({ name }) => name)),
    count: manifest.tables[table] ?? 0,
    translate: id === realmId ? (line) => line : (line) => renumber(line, id, realmId),
  })
  const realms: ArchiveRow[] = []
  for await (const rows of readArchiveRows(planOf('realms', id))) realms.push(...rows)
  const [realm] = realms
  if (!realm || realms.length > 1) throw new ImportRefused('tables/realms.jsonl must have one row.')
  return { folder, manifest, realm, tables, planOf }
}

/** Addresses of files and pictures contain the id of the organization. */
function renumber(line: string, from: number, to: number): string {
  if (!line.includes(`/${from}/`) && !line.includes(`"${from}/`)) return line
  return line
    .replaceAll(`/user_uploads/${from}/`, `/user_uploads/${to}/`)
    .replaceAll(`/user_uploads/thumbnail/${from}/`, `/user_uploads/thumbnail/${to}/`)
    .replaceAll(`/user_avatars/${from}/`, `/user_avatars/${to}/`)
    .replaceAll(`"path_id":"${from}/`, `"path_id":"${to}/`)
}

import { readPage } from '../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../list-page.ts'
import type { TelephonyDb } from '../telephony-platform.ts'
import type { Preview } from './contents/make-preview.ts'
import { type FilesTable, filePreviewsTable, filesTable } from './file-tables.ts'

/** A file with its preview. */
export interface StoredFile extends FilesTable {
  preview: Preview | null
}

export async function insertFile(
  db: TelephonyDb,
  { preview, ...row }: Omit<StoredFile, 'preview_size'>,
): Promise<void> {
  await filesTable.insert(db, { ...row, preview_size: preview?.base64.length ?? 0 })
  if (preview) await putPreview(db, row.company_id, row.id, preview)
}

const putPreview = (
  db: TelephonyDb,
  company_id: number,
  file_id: string,
  { base64, filename, mimetype }: Preview,
) => filePreviewsTable.put(db, { company_id, file_id, filename, mimetype, base64 })

/** The existing files of the company, in the order of the ids. */
export async function findFiles(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<StoredFile[]> {
  const rows = await filesTable.list(db, { company_id: companyId, id: ids })
  const byId = new Map((await withPreviews(db, companyId, rows)).map((file) => [file.id, file]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Adds previews as long as they fit into `budget` bytes. */
export async function withPreviews(
  db: TelephonyDb,
  companyId: number,
  rows: readonly FilesTable[],
  budget = Number.POSITIVE_INFINITY,
): Promise<StoredFile[]> {
  let left = budget
  const wanted = rows.filter(({ preview_size }) => {
    left -= preview_size
    return preview_size > 0 && left >= 0
  })
  const file_id = wanted.map(({ id }) => id)
  const found = await filePreviewsTable.list(db, { company_id: companyId, file_id })
  const byFile = new Map(
    found.map(({ file_id, base64, filename, mimetype }) => [file_id, { base64, filename, mimetype }]),
  )
  return rows.map((row) => ({ ...row, preview: byFile.get(row.id) ?? null }))
}

/** Newest first; of one user, or of everybody. */
export async function listFiles(
  db: TelephonyDb,
  companyId: number,
  userId: string | undefined,
  page: Page,
): Promise<PageOf<FilesTable>> {
  let query = db.selectFrom('files').where('company_id', '=', companyId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

export async function updateFileRow(
  db: TelephonyDb,
  companyId: number,
  id: string,
  { preview, ...changes }: Partial<Omit<StoredFile, 'preview_size'>>,
): Promise<void> {
  const size = preview && { preview_size: preview.base64.length }
  await filesTable.update(db, { company_id: companyId, id }, { ...changes, ...size })
  if (preview) await putPreview(db, companyId, id, preview)
}

export async function deleteFileRow(db: TelephonyDb, company_id: number, id: string): Promise<void> {
  await filePreviewsTable.remove(db, { company_id, file_id: id })
  await filesTable.remove(db, { company_id, id })
}

/** Whether a file of the company (by public id) has its bytes under this name. */
export async function isContentOfFile(db: TelephonyDb, company: string, content: string): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .innerJoin('companies', 'companies.id', 'files.company_id')
    .select('files.id')
    .where('companies.public_id', '=', company)
    // The name starts with the id of the file, which is indexed.
    .where('files.id', '=', content.split('-', 1)[0]!)
    .where('files.content', '=', content)
    .executeTakeFirst()
  return row !== undefined
}

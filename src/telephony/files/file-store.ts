import { readPage } from '../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../list-page.ts'
import type { TelephonyDb } from '../telephony-platform.ts'
import type { Preview } from './contents/make-preview.ts'
import type { FilesTable } from './file-tables.ts'

/** A file with its preview. */
export interface StoredFile extends FilesTable {
  preview: Preview | null
}

export async function insertFile(
  db: TelephonyDb,
  { preview, ...row }: Omit<StoredFile, 'preview_size'>,
): Promise<void> {
  await db
    .insertInto('files')
    .values({ ...row, preview_size: preview?.base64.length ?? 0 })
    .execute()
  if (preview) await insertPreview(db, row.company_id, row.id, preview)
}

async function insertPreview(
  db: TelephonyDb,
  companyId: number,
  fileId: string,
  preview: Preview,
): Promise<void> {
  const { base64, filename, mimetype } = preview
  await db
    .insertInto('file_previews')
    .values({ company_id: companyId, file_id: fileId, filename, mimetype, base64 })
    .onConflict((on) => on.columns(['company_id', 'file_id']).doUpdateSet({ filename, mimetype, base64 }))
    .execute()
}

/** Without its preview, which is large. */
export async function findFile(
  db: TelephonyDb,
  companyId: number,
  id: string,
): Promise<FilesTable | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The existing files of the company, in the order of the ids. */
export async function findFiles(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
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
  const found =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('file_previews')
          .selectAll()
          .where('company_id', '=', companyId)
          .where(
            'file_id',
            'in',
            wanted.map(({ id }) => id),
          )
          .execute()
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
  await db
    .updateTable('files')
    .set({ ...changes, ...(preview && { preview_size: preview.base64.length }) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  if (preview) await insertPreview(db, companyId, id, preview)
}

export async function deleteFileRow(db: TelephonyDb, companyId: number, id: string): Promise<void> {
  await db.deleteFrom('file_previews').where('company_id', '=', companyId).where('file_id', '=', id).execute()
  await db.deleteFrom('files').where('company_id', '=', companyId).where('id', '=', id).execute()
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

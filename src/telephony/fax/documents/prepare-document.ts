import { type Workplace, workplaceOf } from '../../../platform/documents/in-work-folder.ts'
import { PDF, sniffFile, TIFF } from '../../../platform/files/sniff-type.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { keepContent, MAX_FILE_BYTES, placeOfFile } from '../../files/contents/keep-content.ts'
import { countPages } from '../../files/documents/count-pages.ts'
import { programProblem } from '../../files/documents/program-problem.ts'
import { insertFile } from '../../files/file-store.ts'
import { type FilesTable, filesTable } from '../../files/file-tables.ts'
import type { Author } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { invalidField } from '../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'

export const MAX_PAGES = 350

/** An existing file, or one that comes with the fax. `pointer` is where the request names it. */
export type FaxDocument =
  | { readonly pointer: string; readonly file: FilesTable }
  | { readonly pointer: string; readonly upload: ReceivedFile }

export interface PreparedDocument {
  pages: number
  /** whether it exists for the fax only */
  isNew: boolean
  store(tx: TelephonyTransaction): Promise<{ id: string; internal_id: number }>
  /** Removes the bytes if nothing is stored after all. */
  discard(): Promise<void>
}

/** Stores the bytes and counts the pages before any row of the fax is written. */
export function prepareDocument(
  platform: TelephonyPlatform,
  author: Author,
  { pointer, ...document }: FaxDocument,
): Promise<PreparedDocument> {
  return 'file' in document
    ? prepareKnownFile(platform, author, pointer, document.file)
    : prepareUpload(platform, author, pointer, document.upload)
}

async function prepareKnownFile(
  { config, contents }: TelephonyPlatform,
  { company }: Author,
  pointer: string,
  file: FilesTable,
): Promise<PreparedDocument> {
  if (file.content === null) throw invalidField(pointer, 'names a file that has not been uploaded')
  checkKind(pointer, file.mimetype, file.size)
  const path = await contents.pathOf(placeOfFile(company, file.content))
  return {
    pages: await checkPages(workplaceOf(config, company), pointer, path, file.mimetype),
    isNew: false,
    async store(tx) {
      if (!(await filesTable.find(tx.db, { company_id: company.id, id: file.id })))
        throw invalidField(pointer, 'has been deleted')
      return file
    },
    discard: async () => {},
  }
}

async function prepareUpload(
  platform: TelephonyPlatform,
  { company, contact }: Author,
  pointer: string,
  upload: ReceivedFile,
): Promise<PreparedDocument> {
  const { clock, config, contents } = platform
  checkKind(pointer, await sniffFile(upload.path), upload.size)
  const file = { id: newObjectId(clock), name: upload.name || 'fax' }
  const { place, columns } = await keepContent(platform, company, file, upload)
  const discard = () => contents.remove(place)
  try {
    return {
      pages: await checkPages(
        workplaceOf(config, company),
        pointer,
        await contents.pathOf(place),
        columns.mimetype,
      ),
      isNew: true,
      async store(tx) {
        const internalId = await tx.next('file')
        await insertFile(tx.db, {
          ...file,
          ...columns,
          company_id: company.id,
          internal_id: internalId,
          user_id: contact?.id ?? null,
          description: '',
          uploaded_name: file.name,
          uploaded_at: clock.now(),
          created_at: clock.now(),
        })
        return { id: file.id, internal_id: internalId }
      },
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  }
}

function checkKind(pointer: string, mimetype: string, size: number): void {
  if (mimetype !== PDF && mimetype !== TIFF) throw invalidField(pointer, 'must be a PDF or a TIFF')
  if (size > MAX_FILE_BYTES) throw invalidField(pointer, 'must have at most 50 MB')
}

async function checkPages(
  workplace: Workplace,
  pointer: string,
  path: string,
  mimetype: string,
): Promise<number> {
  const pages = await countPages(workplace, path, mimetype).catch((error) => {
    throw programProblem(error, pointer)
  })
  if (pages > MAX_PAGES) throw invalidField(pointer, `must have at most ${MAX_PAGES} pages, not ${pages}`)
  return pages
}

import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { placeOfFile } from './contents/keep-content.ts'
import { makePreview } from './contents/make-preview.ts'
import { workplaceOf } from './documents/in-work-folder.ts'
import { programProblem } from './documents/program-problem.ts'
import { checkIsUploaded } from './file-access.ts'
import { updateFileRow, withPreviews } from './file-store.ts'
import type { FilesTable } from './file-tables.ts'
import { type PreviewView, previewView } from './file-view.ts'

/** The preview, which is created now if that failed at upload. */
export async function representFile(
  platform: TelephonyPlatform,
  { company }: Actor,
  file: FilesTable,
): Promise<PreviewView> {
  const { config, database } = platform
  checkIsUploaded(file)
  const [stored] = await withPreviews(database.read, company.id, [file])
  if (stored?.preview) return previewView(stored.preview)
  const place = placeOfFile(company, file.content)
  const { size, mimetype, name } = file
  const previewed = { place, size, mimetype, name }
  const preview = await makePreview(platform, workplaceOf(config, company), previewed).catch((error) => {
    throw programProblem(error, 'file_id')
  })
  if (!preview) throw new Problem(400, `There is no preview of ${file.mimetype}, or none of this size`)
  await database.write(company.id, { work: ({ db }) => updateFileRow(db, company.id, file.id, { preview }) })
  return previewView(preview)
}

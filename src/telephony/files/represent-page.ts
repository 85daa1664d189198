import { PDF, TIFF } from '../../platform/files/sniff-type.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { placeOfFile } from './contents/keep-content.ts'
import { workplaceOf } from './documents/in-work-folder.ts'
import { programProblem } from './documents/program-problem.ts'
import { renderPage } from './documents/render-page.ts'
import { checkIsUploaded } from './file-access.ts'
import type { FilesTable } from './file-tables.ts'
import { type PreviewView, previewView } from './file-view.ts'

/** Renders one page on request. Storing all pages of all documents would fill the disk. */
export async function representPage(
  { config, contents }: TelephonyPlatform,
  { company }: Actor,
  file: FilesTable,
  page: number,
): Promise<PreviewView> {
  checkIsUploaded(file)
  const { mimetype, name } = file
  if (mimetype !== PDF && mimetype !== TIFF) throw new Problem(400, `There are no pages in ${mimetype}`)
  const path = await contents.pathOf(placeOfFile(company, file.content))
  const picture = await renderPage(workplaceOf(config, company), path, mimetype, {
    page,
    size: 'large',
  }).catch((error) => {
    throw programProblem(error, page === 1 ? 'file_id' : 'page')
  })
  return previewView({
    base64: picture.toString('base64'),
    filename: `${name}-${page}.png`,
    mimetype: 'image/png',
  })
}

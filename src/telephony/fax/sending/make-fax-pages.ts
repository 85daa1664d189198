import { placeOfFile } from '../../files/contents/keep-content.ts'
import { convertToFaxTiff } from '../../files/documents/convert-to-fax-tiff.ts'
import { workplaceOf } from '../../files/documents/in-work-folder.ts'
import { ProgramFailed } from '../../files/documents/run-program.ts'
import { findFile } from '../../files/file-store.ts'
import type { Company } from '../../identity/company.ts'
import { findContact } from '../../identity/contact-store.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { faxHeaderOf } from '../documents/fax-header-of.ts'
import { placeOfPages } from '../documents/fax-pages.ts'
import { MOST_PAGES } from '../documents/prepare-document.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import type { Faxing } from '../faxing.ts'
import { noteProgress } from './fax-progress.ts'

/**
 * The pages for the line. They are made for each attempt, since their header says when it was. A fax that the line has
 * got already keeps its pages.
 */
export async function makeFaxPages(
  faxing: Faxing,
  company: Company,
  fax: FaxWithFile,
  signal: AbortSignal,
): Promise<Buffer> {
  const { clock, config, contents } = faxing
  const place = placeOfPages(company, fax.id)
  if (fax.status === 'sending') return contents.read(place)
  const file = await findFile(faxing.database.read, company.id, fax.file_id)
  if (!file?.content) throw new ProgramFailed('The document is gone')
  const path = await contents.pathOf(placeOfFile(company, file.content))
  const workplace = { ...workplaceOf(config, company), isPatient: true }
  const header = faxHeaderOf(fax, clock.now(), await timeZoneOf(faxing, fax))
  const source = { path, mimetype: file.mimetype, pages: fax.pages }
  const { tiff, pages } = await convertToFaxTiff(workplace, source, header, signal)
  // A PDF may declare fewer pages than it has.
  if (pages > MOST_PAGES) throw new ProgramFailed(`It has ${pages} pages`)
  await contents.write(place, tiff)
  await noteProgress(faxing, company, fax.id, () => ({ status: 'media.processed', pages }))
  return tiff
}

async function timeZoneOf({ database }: TelephonyPlatform, fax: FaxWithFile): Promise<string | undefined> {
  if (fax.user_id === null) return undefined
  return (await findContact(database.read, fax.company_id, fax.user_id))?.profile.timezone
}

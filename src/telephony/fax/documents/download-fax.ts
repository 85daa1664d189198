import { workplaceOf } from '../../../platform/documents/in-work-folder.ts'
import { PDF, TIFF } from '../../../platform/files/sniff-type.ts'
import { downloadResponse } from '../../files/contents/download-response.ts'
import { placeOfFile } from '../../files/contents/keep-content.ts'
import { convertTiffToPdf } from '../../files/documents/convert-tiff-to-pdf.ts'
import { programProblem } from '../../files/documents/program-problem.ts'
import { filesTable } from '../../files/file-tables.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { Actor } from '../../identity/actor.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import { placeOfPages } from './fax-pages.ts'

/** A PDF, or with `tiff` the pages as sent over the line. */
export async function downloadFax(
  platform: TelephonyPlatform,
  { company }: Actor,
  fax: FaxWithFile,
  format: 'pdf' | 'tiff',
): Promise<HttpResponse> {
  const { config, contents, database } = platform
  if (format === 'tiff') return downloadPages(platform, { company }, fax)
  const file = await filesTable.find(database.read, { company_id: company.id, id: fax.file_id })
  const place = file?.content && placeOfFile(company, file.content)
  if (!file || !place) throw notFound('The document of this fax is gone')
  const name = `fax-${fax.id}.pdf`
  if (file.mimetype === PDF) {
    const content = await contents.stream(place)
    if (!content) throw notFound('The document of this fax is gone')
    return downloadResponse(content.stream, { size: content.size, mimetype: PDF, name })
  }
  const { pdf } = await convertTiffToPdf(workplaceOf(config, company), await contents.pathOf(place)).catch(
    (error) => {
      throw programProblem(error, 'file')
    },
  )
  return downloadResponse(pdf, { size: pdf.length, mimetype: PDF, name })
}

async function downloadPages(
  { contents }: TelephonyPlatform,
  { company }: Pick<Actor, 'company'>,
  fax: FaxWithFile,
): Promise<HttpResponse> {
  const content = await contents.stream(placeOfPages(company, fax.id))
  if (!content && fax.status === 'queued') throw conflict('The fax has not been converted yet')
  if (!content) throw notFound('There are no pages of this fax')
  return downloadResponse(content.stream, { size: content.size, mimetype: TIFF, name: `fax-${fax.id}.tiff` })
}

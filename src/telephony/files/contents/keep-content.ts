import { randomBytes } from 'node:crypto'
import { TooManyWaiting } from '../../../platform/concurrency/fair-semaphore.ts'
import type { ContentPlace } from '../../../platform/contents/contents.ts'
import { workplaceOf } from '../../../platform/documents/in-work-folder.ts'
import { ProgramFailed, ProgramMissing } from '../../../platform/documents/run-program.ts'
import { moveFile } from '../../../platform/files/move-file.ts'
import { sniffFile, sniffType } from '../../../platform/files/sniff-type.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Company } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { makePreview, type Preview, type PreviewedFile } from './make-preview.ts'

export const MAX_FILE_BYTES = 50 * 1024 * 1024

export interface KeptContent {
  place: ContentPlace
  columns: { content: string; mimetype: string; size: number; preview: Preview | null }
}

/**
 * Stores the bytes. The caller then writes the row, or removes them again. The name is always new, so concurrent
 * uploads never mix.
 */
export async function keepContent(
  platform: TelephonyPlatform,
  company: Company,
  file: { id: string; name: string },
  source: Buffer | ReceivedFile,
): Promise<KeptContent> {
  const { contents } = platform
  const place = placeOfFile(company, `${file.id}-${randomBytes(6).toString('hex')}`)
  const isFile = 'path' in source
  const mimetype = isFile ? await sniffFile(source.path) : sniffType(source)
  const size = isFile ? source.size : source.length
  if (isFile) await contents.fill(place, (draft) => moveFile(source.path, draft))
  else await contents.write(place, source)
  try {
    const preview = await tryPreview(platform, company, { place, size, mimetype, name: file.name })
    return { place, columns: { content: place.name, mimetype, size, preview } }
  } catch (error) {
    await contents.remove(place)
    throw error
  }
}

/** A failed preview must not fail the upload. */
async function tryPreview(
  platform: TelephonyPlatform,
  company: Company,
  file: PreviewedFile,
): Promise<Preview | null> {
  try {
    return await makePreview(platform, workplaceOf(platform.config, company), file)
  } catch (error) {
    if (error instanceof ProgramMissing) platform.log.warn(error.message)
    else if (!(error instanceof ProgramFailed || error instanceof TooManyWaiting)) throw error
    return null
  }
}

export const placeOfFile = (company: Company, content: string): ContentPlace => ({
  kind: 'files',
  tenant: company.public_id,
  name: content,
})

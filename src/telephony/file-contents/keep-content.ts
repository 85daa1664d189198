import { randomBytes } from 'node:crypto'
import type { ContentPlace } from '../../platform/contents/contents.ts'
import { sniffType } from '../../platform/files/sniff-type.ts'
import type { Company } from '../company/company.ts'
import { ProgramFailed, ProgramMissing } from '../documents/run-program.ts'
import type { Telephony } from '../telephony.ts'
import { makePreview, type Preview } from './make-preview.ts'

export const MOST_FILE_BYTES = 50 * 1024 * 1024

export interface KeptContent {
  place: ContentPlace
  columns: { content: string; mimetype: string; size: number; preview: Preview | null }
}

/**
 * Puts the bytes where they stay; the caller then writes the row, or removes them again. The name is new
 * each time: of two who upload at once, one gets the row and nobody's bytes are mixed.
 */
export async function keepContent(
  { config, contents, log }: Telephony,
  company: Company,
  file: { id: string; name: string },
  bytes: Buffer,
): Promise<KeptContent> {
  const place = placeOfFile(company, `${file.id}-${randomBytes(6).toString('hex')}`)
  await contents.write(place, bytes)
  const mimetype = sniffType(bytes)
  try {
    // A file without a preview is better than none.
    const preview = await makePreview(
      config.dataDir,
      () => contents.pathOf(place),
      bytes,
      mimetype,
      file.name,
    ).catch((error) => {
      if (error instanceof ProgramMissing) log.warn(error.message)
      else if (!(error instanceof ProgramFailed)) throw error
      return null
    })
    return { place, columns: { content: place.name, mimetype, size: bytes.length, preview } }
  } catch (error) {
    await contents.remove(place)
    throw error
  }
}

export const placeOfFile = (company: Company, content: string): ContentPlace => ({
  kind: 'files',
  tenant: company.public_id,
  name: content,
})

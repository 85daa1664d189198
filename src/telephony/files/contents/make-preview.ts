import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { Workplace } from '../../../platform/documents/in-work-folder.ts'
import { renderPage } from '../../../platform/documents/render-page.ts'
import { PDF, TIFF } from '../../../platform/files/sniff-type.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'

export interface Preview {
  base64: string
  filename: string
  mimetype: string
}

export interface PreviewedFile {
  place: ContentPlace
  size: number
  mimetype: string
  name: string
}

const pictures = ['image/png', 'image/jpeg', 'image/gif']
const SMALL_PICTURE = 200_000

/** Small pictures are their own preview. Documents show their first page, other files nothing. */
export async function makePreview(
  { contents }: TelephonyPlatform,
  workplace: Workplace,
  { place, size, mimetype, name }: PreviewedFile,
): Promise<Preview | null> {
  if (pictures.includes(mimetype)) {
    if (size >= SMALL_PICTURE) return null
    return { base64: (await contents.read(place)).toString('base64'), filename: name, mimetype }
  }
  if (mimetype !== PDF && mimetype !== TIFF) return null
  const path = await contents.pathOf(place)
  const picture = await renderPage(workplace, path, mimetype, { page: 1, size: 'small' })
  return { base64: picture.toString('base64'), filename: `${name}.png`, mimetype: 'image/png' }
}

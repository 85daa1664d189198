import { PDF, TIFF } from '../../platform/files/sniff-type.ts'
import { renderPage } from '../documents/render-page.ts'

export interface Preview {
  base64: string
  filename: string
  mimetype: string
}

const pictures = ['image/png', 'image/jpeg', 'image/gif']
const SMALL_PICTURE = 200_000

/** Small pictures are their own preview; of documents it is the first page; of the rest there is none. */
export async function makePreview(
  dataDir: string,
  pathOf: () => Promise<string>,
  bytes: Buffer,
  mimetype: string,
  name: string,
): Promise<Preview | null> {
  if (pictures.includes(mimetype)) {
    return bytes.length < SMALL_PICTURE
      ? { base64: bytes.toString('base64'), filename: name, mimetype }
      : null
  }
  if (mimetype !== PDF && mimetype !== TIFF) return null
  const picture = await renderPage(dataDir, await pathOf(), mimetype, { page: 1, size: 'small' })
  return { base64: picture.toString('base64'), filename: `${name}.png`, mimetype: 'image/png' }
}

import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { workOnPicture } from '../../files/pictures/picture-work.ts'
import { newPictureName } from '../../files/pictures/public-picture.ts'

const SIZE = 64

export interface EmojiPicture {
  file: string
  /** the first frame of an animated emoji */
  stillFile: string | undefined
  pictures: Map<string, Buffer>
}

/** Scales the picture to a small square without metadata. Animations stay animated. */
export function drawEmoji(
  realmId: number,
  picture: ReceivedFile,
  name: string = newPictureName(),
): Promise<EmojiPicture> {
  return workOnPicture(realmId, picture.path, async (open) => {
    const fit = { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const still = await open().autoOrient().resize(SIZE, SIZE, fit).png().toBuffer()
    const { pages = 1, format } = await open().metadata()
    if (pages === 1) {
      const file = `${name}.png`
      return { file, stillFile: undefined, pictures: new Map([[file, still]]) }
    }
    const ending = format === 'gif' ? 'gif' : 'webp'
    const moving = await open({ animated: true }).resize(SIZE, SIZE, fit).toFormat(ending).toBuffer()
    const [file, stillFile] = [`${name}.${ending}`, `${name}-still.png`]
    const pictures = new Map([
      [file, moving],
      [stillFile, still],
    ])
    return { file, stillFile, pictures }
  })
}

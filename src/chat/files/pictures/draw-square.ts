import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { type OpenPicture, workOnPicture } from './picture-work.ts'

/**
 * Crops the center of a picture to a square in these sizes. Applies the EXIF orientation, then drops all metadata,
 * such as the location.
 */
export function drawSquares(
  realmId: number,
  picture: ReceivedFile,
  sizes: readonly number[],
): Promise<Buffer[]> {
  return workOnPicture(realmId, picture.path, async (open) => {
    const drawn: Buffer[] = []
    for (const size of sizes) drawn.push(await draw(open, size))
    return drawn
  })
}

const draw = (open: OpenPicture, size: number) =>
  open().autoOrient().resize(size, size, { fit: 'cover' }).png().toBuffer()

import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { type OpenPicture, workOnPicture } from './picture-work.ts'

/**
 * The middle of a picture in these sizes. Everything else that a camera writes into its files, such as where it was,
 * is left behind, once the picture has been turned the way it says.
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

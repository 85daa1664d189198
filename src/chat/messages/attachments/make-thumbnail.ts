import { ContentGone, type ContentPlace } from '../../../platform/contents/contents.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { isPicture, workOnPicture } from '../../files/pictures/picture-work.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import type { UploadedFileRow } from '../../files/uploads/uploaded-file-store.ts'
import { isThumbnailSize, type ThumbnailSize, thumbnailSizes } from '../../markdown/thumbnail-address.ts'
import { noSuchFile } from './attachment-access.ts'

/** Concurrent readers of a new picture share one thumbnail job. */
const inFlight = new Map<string, Promise<void>>()

/** Tokens of pictures that cannot be decoded, so the next request does not try again. */
const unreadable = new Set<string>()
const MAX_UNREADABLE = 10_000

/** Where the thumbnail is stored. It is created on the first request. Files that are not pictures have none. */
export async function findThumbnail(
  chat: ChatPlatform,
  file: UploadedFileRow,
  size: string,
): Promise<ContentPlace> {
  if (!isPicture(file.mimetype) || !isThumbnailSize(size) || unreadable.has(file.token)) throw noSuchFile()
  const place = placeOfThumbnail(file.realm_id, file.token, size)
  if ((await chat.contents.size(place)) === undefined) await makeOnce(chat, file, size, place)
  return place
}

export async function removeThumbnails(
  { contents }: ChatPlatform,
  realmId: number,
  token: string,
): Promise<void> {
  for (const size of Object.keys(thumbnailSizes) as ThumbnailSize[]) {
    await contents.remove(placeOfThumbnail(realmId, token, size))
  }
}

const placeOfThumbnail = (realmId: number, token: string, size: ThumbnailSize): ContentPlace => ({
  kind: 'thumbnails',
  tenant: String(realmId),
  name: `${token}-${size}`,
})

async function makeOnce(
  chat: ChatPlatform,
  file: UploadedFileRow,
  size: ThumbnailSize,
  place: ContentPlace,
): Promise<void> {
  const key = `${place.tenant}/${place.name}`
  let making = inFlight.get(key)
  if (!making) {
    making = make(chat, file, size, place).finally(() => inFlight.delete(key))
    inFlight.set(key, making)
  }
  await making
}

async function make(
  { contents }: ChatPlatform,
  file: UploadedFileRow,
  size: ThumbnailSize,
  place: ContentPlace,
): Promise<void> {
  const { width, height } = thumbnailSizes[size]
  try {
    const original = await contents.pathOf(placeOfUpload(file.realm_id, file.token))
    const small = await workOnPicture(file.realm_id, original, (open) =>
      open()
        .autoOrient()
        .resize(width, height, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    )
    await contents.write(place, small)
  } catch (error) {
    if (error instanceof ContentGone) throw noSuchFile()
    if (!(error instanceof ChatError) || error.code !== 'BAD_IMAGE') throw error
    if (unreadable.size >= MAX_UNREADABLE) unreadable.clear()
    unreadable.add(file.token)
    throw noSuchFile()
  }
}

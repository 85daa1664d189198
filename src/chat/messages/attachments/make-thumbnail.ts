import { TooManyWaiting } from '../../../platform/concurrency/fair-semaphore.ts'
import { ContentGone, type ContentPlace } from '../../../platform/contents/contents.ts'
import { withRenderedPage } from '../../../platform/documents/render-page.ts'
import { ProgramFailed, ProgramMissing } from '../../../platform/documents/run-program.ts'
import { PDF } from '../../../platform/files/sniff-type.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { isPicture, workOnPicture } from '../../files/pictures/picture-work.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import type { UploadedFileRow } from '../../files/uploads/uploaded-file-store.ts'
import { isThumbnailSize, type ThumbnailSize, thumbnailSizes } from '../../markdown/thumbnail-address.ts'
import { noSuchFile } from './attachment-access.ts'

/** Concurrent readers of a new picture share one thumbnail job. */
const inFlight = new Map<string, Promise<void>>()

/** Tokens of files that cannot be decoded, so the next request does not try again. */
const unreadable = new Set<string>()
const MAX_UNREADABLE = 10_000

/** Where the thumbnail is stored. It is created on the first request. Other files than pictures and PDFs have none. */
export async function findThumbnail(
  chat: ChatPlatform,
  file: UploadedFileRow,
  size: string,
): Promise<ContentPlace> {
  const isShown = isPicture(file.mimetype) || file.mimetype === PDF
  if (!isShown || !isThumbnailSize(size) || unreadable.has(file.token)) throw noSuchFile()
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
  chat: ChatPlatform,
  file: UploadedFileRow,
  size: ThumbnailSize,
  place: ContentPlace,
): Promise<void> {
  const { config, contents } = chat
  try {
    const original = await contents.pathOf(placeOfUpload(file.realm_id, file.token))
    const small =
      file.mimetype === PDF
        ? await withRenderedPage(
            { dataDir: config.dataDir, tenant: `organization ${file.realm_id}` },
            original,
            PDF,
            { page: 1, size: 'large' },
            (page) => scaleDown(file.realm_id, page, size),
          )
        : await scaleDown(file.realm_id, original, size)
    await contents.write(place, small)
  } catch (error) {
    // Without ghostscript, there are no pictures of documents; it may be installed later.
    if (error instanceof ContentGone || error instanceof ProgramMissing) throw noSuchFile()
    if (error instanceof TooManyWaiting) throw tooManyDocuments(error.limit)
    if (!(error instanceof ProgramFailed || (error instanceof ChatError && error.code === 'BAD_IMAGE')))
      throw error
    if (unreadable.size >= MAX_UNREADABLE) unreadable.clear()
    unreadable.add(file.token)
    throw noSuchFile()
  }
}

const scaleDown = (realmId: number, path: string, size: ThumbnailSize) =>
  workOnPicture(realmId, path, (open) =>
    open()
      .autoOrient()
      .resize(thumbnailSizes[size].width, thumbnailSizes[size].height, {
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 80 })
      .toBuffer(),
  )

const tooManyDocuments = (limit: number) =>
  new ChatError(`Too many documents of this organization wait to be converted (limit: ${limit})`, {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    extra: { 'retry-after': 5 },
  })

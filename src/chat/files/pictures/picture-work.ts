import type { Sharp, SharpConstructor, SharpOptions } from 'sharp'
import { createFairSemaphore, TooManyWaiting } from '../../../platform/concurrency/fair-semaphore.ts'
import { sniffFile } from '../../../platform/files/sniff-type.ts'
import { ChatError } from '../../chat-error.ts'
import { PICTURES_WAITING } from '../../chat-limits.ts'

/** The only formats that are decoded. The library's other loaders are not needed and add attack surface. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Over all frames. About 200 MB when the whole picture must be in memory. */
const MAX_PIXELS = 50_000_000
const MAX_SECONDS = 20

/** Two at a time, as each uses a CPU and much memory. Organizations take turns. */
const turns = createFairSemaphore({ atOnce: 2, waiting: PICTURES_WAITING })

export const isPicture = (mimetype: string) => pictureTypes.includes(mimetype)

export const badImage = (message = 'Could not decode image. Did you upload an image file?') =>
  new ChatError(message, { code: 'BAD_IMAGE' })

const tooManyPictures = () =>
  new ChatError(`Too many pictures of this organization wait to be converted (limit: ${PICTURES_WAITING})`, {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    extra: { 'retry-after': 5 },
  })

export type OpenPicture = (options?: SharpOptions) => Sharp

/** Processes an untrusted picture file within limits. Any failure is reported as BAD_IMAGE. */
export async function workOnPicture<T>(
  realmId: number,
  path: string,
  work: (open: OpenPicture) => Promise<T>,
): Promise<T> {
  if (!isPicture(await sniffFile(path))) throw badImage()
  const done = await turns.acquire(String(realmId)).catch((error: unknown) => {
    throw error instanceof TooManyWaiting ? tooManyPictures() : error
  })
  try {
    const sharp = await loadLibrary()
    return await work((options) =>
      sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options }).timeout({
        seconds: MAX_SECONDS,
      }),
    )
  } catch (error) {
    throw error instanceof ChatError ? error : complaint(error)
  } finally {
    done()
  }
}

function complaint(error: unknown): ChatError {
  return badImage(/pixel limit/.test((error as Error).message) ? 'Image size exceeds limit.' : undefined)
}

let library: Promise<SharpConstructor> | undefined

/** Loaded at first use, so that commands, which never need it, start faster. */
function loadLibrary(): Promise<SharpConstructor> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    // The semaphore limits concurrency, and processed pictures are not needed again.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return library
}

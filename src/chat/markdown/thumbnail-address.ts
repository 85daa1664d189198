/** Thumbnail sizes that clients can request, by the last part of the address. */
export const thumbnailSizes = {
  '840x560.webp': { width: 840, height: 560 },
  '300x200.webp': { width: 300, height: 200 },
  '150x100.webp': { width: 150, height: 100 },
} as const

export type ThumbnailSize = keyof typeof thumbnailSizes

export const isThumbnailSize = (text: string): text is ThumbnailSize => Object.hasOwn(thumbnailSizes, text)

/** `path`: the part of the upload's address after /user_uploads/. */
export const thumbnailAddress = (path: string, size: ThumbnailSize) =>
  `/user_uploads/thumbnail/${path}/${size}`

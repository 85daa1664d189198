import { randomBytes } from 'node:crypto'
import { type ContentPlace, removeContent, writeContent } from '../../platform/files/content-folder.ts'

/** Folders of the data. */
export type PictureKind = 'avatars' | 'emoji' | 'realm-icons'

const folders: Record<PictureKind, string> = { avatars: '', emoji: 'emoji/images/', 'realm-icons': 'realm/' }

/** Nobody can guess it, so a picture that was changed is not found by who knew the earlier one. */
export const newPictureName = () => randomBytes(16).toString('hex')

export const placeOfPicture = (
  dataDir: string,
  kind: PictureKind,
  realmId: number,
  file: string,
): ContentPlace => ({ dataDir, kind, tenant: String(realmId), name: file })

export const pictureAddress = (kind: PictureKind, realmId: number, file: string) =>
  `/user_avatars/${realmId}/${folders[kind]}${file}`

/** The file of an address that pictureAddress made. */
export const pictureFile = (address: string) =>
  address.replace(/\?.*$/, '').slice(address.replace(/\?.*$/, '').lastIndexOf('/') + 1)

/** All of them, or none is left behind. */
export async function keepPictures<T>(
  dataDir: string,
  kind: PictureKind,
  realmId: number,
  pictures: ReadonlyMap<string, Buffer>,
  thenDo: () => Promise<T>,
): Promise<T> {
  try {
    for (const [file, bytes] of pictures) {
      await writeContent(placeOfPicture(dataDir, kind, realmId, file), bytes)
    }
    return await thenDo()
  } catch (error) {
    await removePictures(dataDir, kind, realmId, [...pictures.keys()])
    throw error
  }
}

export async function removePictures(
  dataDir: string,
  kind: PictureKind,
  realmId: number,
  files: readonly string[],
): Promise<void> {
  for (const file of files) await removeContent(placeOfPicture(dataDir, kind, realmId, file))
}

import { randomBytes } from 'node:crypto'
import type { ContentPlace } from '../../../platform/contents/contents.ts'
import type { ChatPlatform } from '../../chat-platform.ts'

export type PictureKind = 'avatars' | 'emoji' | 'realm-icons'

const folders: Record<PictureKind, string> = { avatars: '', emoji: 'emoji/images/', 'realm-icons': 'realm/' }

/** Unguessable, so someone who knew the old address cannot find the new picture. */
export const newPictureName = () => randomBytes(16).toString('hex')

export const placeOfPicture = (kind: PictureKind, realmId: number, file: string): ContentPlace => ({
  kind,
  tenant: String(realmId),
  name: file,
})

export const pictureAddress = (kind: PictureKind, realmId: number, file: string) =>
  `/user_avatars/${realmId}/${folders[kind]}${file}`

/** The file name in an address made by pictureAddress. */
export const pictureFile = (address: string) => address.split('?', 1)[0]!.split('/').at(-1)!

/** Stores the pictures, then runs `thenDo`. If either fails, removes all of them again. */
export async function keepPictures<T>(
  chat: ChatPlatform,
  kind: PictureKind,
  realmId: number,
  pictures: ReadonlyMap<string, Buffer>,
  thenDo: () => Promise<T>,
): Promise<T> {
  try {
    for (const [file, bytes] of pictures) {
      await chat.contents.write(placeOfPicture(kind, realmId, file), bytes)
    }
    return await thenDo()
  } catch (error) {
    await removePictures(chat, kind, realmId, [...pictures.keys()])
    throw error
  }
}

export async function removePictures(
  { contents }: ChatPlatform,
  kind: PictureKind,
  realmId: number,
  files: readonly string[],
): Promise<void> {
  for (const file of files) await contents.remove(placeOfPicture(kind, realmId, file))
}

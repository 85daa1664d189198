import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { drawSquares } from '../files/pictures/draw-square.ts'
import {
  keepPictures,
  newPictureName,
  pictureAddress,
  pictureFile,
  removePictures,
} from '../files/pictures/public-picture.ts'
import { recordOrganization } from '../identity/audit/record-audit.ts'
import { realmIconSource, realmIconUrl } from '../identity/realm-addresses.ts'
import { type Realm, realmsTable } from '../identity/realms/realm.ts'
import { realmChanged, realmPropertiesChanged } from '../identity/realms/realm-events.ts'
import type { Actor } from '../identity/users/user.ts'

const SIZE = 256

/** Returns its address. */
export async function setRealmIcon(
  chat: ChatPlatform,
  { realm }: Actor,
  picture: ReceivedFile,
): Promise<string> {
  const [icon] = await drawSquares(realm.id, picture, [SIZE])
  const file = `${newPictureName()}.png`
  const pictures = new Map([[file, icon!]])
  return keepPictures(chat, 'realm-icons', realm.id, pictures, () =>
    change(
      chat,
      realm,
      (before) => `${pictureAddress('realm-icons', realm.id, file)}?version=${nextVersion(before)}`,
    ),
  )
}

/** Restores the generated icon. Returns its address. */
export const removeRealmIcon = (chat: ChatPlatform, { realm }: Actor): Promise<string> =>
  change(chat, realm, () => null)

async function change(
  chat: ChatPlatform,
  realm: Realm,
  newUrl: (before: string | null) => string | null,
): Promise<string> {
  const { publicUrl } = chat.config
  const { before, after } = await chat.transact(realm.id, async (transaction) => {
    const before = (await realmsTable.find(transaction.db, { id: realm.id }))!
    const after = { ...before, icon_url: newUrl(before.icon_url) }
    if (after.icon_url !== before.icon_url) {
      await realmsTable.update(transaction.db, { id: realm.id }, { icon_url: after.icon_url })
      const data = { icon_url: realmIconUrl(publicUrl, after), icon_source: realmIconSource(after) }
      transaction.announce(realmPropertiesChanged('icon', data))
      transaction.announce(realmChanged(realm.id))
      await recordOrganization(transaction, realm, 'icon_changed')
    }
    return { before: before.icon_url, after }
  })
  if (before !== null && before !== after.icon_url) {
    await removePictures(chat, 'realm-icons', realm.id, [pictureFile(before)])
  }
  return realmIconUrl(publicUrl, after)
}

const nextVersion = (before: string | null) => Number(/version=(\d{1,9})$/.exec(before ?? '')?.[1] ?? 0) + 1

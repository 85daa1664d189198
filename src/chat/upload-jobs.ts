import type { BackgroundJobs } from '../platform/concurrency/background-jobs.ts'
import type { Chat } from './chat.ts'
import { pictureAddress, pictureFile } from './files/pictures/public-picture.ts'
import { attachmentsTable } from './files/uploads/attachments-table.ts'
import { realmsTable } from './identity/realms/realm.ts'
import { isAvatarInUse } from './identity/users/user-store.ts'
import { isPictureOfEmoji } from './markdown/custom-emoji/realm-emoji-store.ts'
import { removeUnclaimed } from './messages/attachments/delete-attachment.ts'
import { isFileOfExport } from './organization/export/realm-export-store.ts'

const INTERVAL_MS = 3_600_000
/** The sweep visits every file. */
const SWEEP_EVERY_MS = 6 * 3_600_000
/** Uploads in flight are younger. */
const LEFT_BEHIND_MS = 3_600_000

export function startUploadJobs(chat: Chat, work: BackgroundJobs): void {
  work.onLeader(INTERVAL_MS, 'removing unlinked files', () => removeUnclaimed(chat))
  work.onLeader(SWEEP_EVERY_MS, 'removing content of deleted files', () => collectUploads(chat))
  work.every(INTERVAL_MS, 'evicting unused local copies', () => chat.contents.tidy())
}

/** Deletes content without a row: of deleted files, and of uploads whose process died before it wrote the row. */
export async function collectUploads(chat: Chat): Promise<void> {
  const { clock, contents, database } = chat
  const db = database.read
  const sweep = (kind: string, isKnown: (realmId: number, name: string) => Promise<boolean>) =>
    contents.removeLeftovers(kind, clock.now() - LEFT_BEHIND_MS, (tenant, name) =>
      isKnown(Number(tenant), name),
    )
  const isUpload = (realmId: number, token: string) =>
    attachmentsTable.exists(db, { realm_id: realmId, token })
  await sweep('uploads', isUpload)
  await sweep('thumbnails', (realmId, name) => isUpload(realmId, name.slice(0, 32)))
  await sweep('avatars', (realmId, name) =>
    isAvatarInUse(db, realmId, pictureAddress('avatars', realmId, name.replace('-medium', ''))),
  )
  await sweep('emoji', (realmId, name) =>
    isPictureOfEmoji(db, realmId, pictureAddress('emoji', realmId, name)),
  )
  await sweep('realm-icons', async (realmId, name) => {
    const icon = (await realmsTable.find(db, { id: realmId }))?.icon_url ?? null
    return icon !== null && pictureFile(icon) === name
  })
  await sweep('exports', (realmId, name) => isFileOfExport(db, realmId, name))
}

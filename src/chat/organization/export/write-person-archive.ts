import { open } from 'node:fs/promises'
import { secondsOf } from '../../../platform/clock.ts'
import { tarEnd, tarHeader, tarPadding } from '../../../platform/files/tar-entry.ts'
import { VERSION } from '../../../platform/program.ts'
import { personalTables } from '../../accounts/erasure/personal-tables.ts'
import type { ChatPlatform, PersonExportPart } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { pictureFile, placeOfPicture } from '../../files/pictures/public-picture.ts'
import { attachmentsTable } from '../../files/uploads/attachments-table.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { entryOf, entryOfContent, spoolRows, writeTar } from './archive-entries.ts'
import { readPersonRows, readPrivateMessages } from './person-rows-store.ts'

/** Writes what is stored about a person as a gzipped tar archive: JSON Lines for each table, and files. */
export const writePersonArchive = (
  chat: ChatPlatform,
  realm: Realm,
  userId: number,
  path: string,
  signal?: AbortSignal,
): Promise<void> => writeTar(path, (spool) => archive(chat, realm, userId, spool), signal)

async function* archive(
  chat: ChatPlatform,
  realm: Realm,
  userId: number,
  spool: string,
): AsyncGenerator<Buffer> {
  const modified = secondsOf(chat.clock)
  const counts: Record<string, number> = {}
  for await (const part of partsOf(chat, realm, userId)) {
    if ('content' in part) {
      yield* entryOfContent(part.content, part.name, modified)
      continue
    }
    const file = await open(spool, 'w+', 0o600)
    try {
      const count = await spoolRows(part.rows, file)
      if (count === 0) continue
      counts[part.name] = count
      yield* entryOf(file, part.name, modified)
    } finally {
      await file.close()
    }
  }
  const about = {
    server_version: VERSION,
    exported_at: modified,
    organization: { name: realm.name, host: realm.host },
    user_id: userId,
    rows: counts,
  }
  const manifest = Buffer.from(`${JSON.stringify(about, null, 2)}\n`)
  yield tarHeader({ name: 'manifest.json', size: manifest.length, modified })
  yield Buffer.concat([manifest, tarPadding(manifest.length), tarEnd])
}

async function* partsOf(
  chat: ChatPlatform,
  { id: realmId }: Realm,
  userId: number,
): AsyncGenerator<PersonExportPart> {
  const db = chat.database.read
  for (const [name, plan] of Object.entries(personalTables)) {
    if (!plan || plan.omitted === false) continue
    yield { name: `chat/${name}.jsonl`, rows: readPersonRows(db, name as keyof ChatTables, realmId, userId) }
  }
  yield { name: 'chat/private_messages.jsonl', rows: readPrivateMessages(db, realmId, userId) }
  for (const file of await attachmentsTable.list(db, { realm_id: realmId, owner_id: userId })) {
    const content = await chat.contents.stream(placeOfUpload(realmId, file.token))
    // Deleted in the meantime.
    if (content) yield { name: `files/${file.id}-${plainName(file.name)}`, content }
  }
  const user = await usersTable.find(db, { realm_id: realmId, id: userId })
  if (user?.avatar_url) {
    const content = await chat.contents.stream(
      placeOfPicture('avatars', realmId, pictureFile(user.avatar_url)),
    )
    if (content) yield { name: 'files/picture.png', content }
  }
  yield* chat.beyondChat.exportPerson(realmId, userId)
}

/** Without what leads out of the folder. */
const plainName = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '_').slice(-100)

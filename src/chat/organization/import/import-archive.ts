import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { indexMessages } from '../../messages/search-index/index-messages.ts'
import { importFiles } from './import-files.ts'
import type { ImportProgress } from './import-progress.ts'
import { importRows } from './import-rows.ts'
import { importedTables } from './imported-tables.ts'
import type { ImportedArchive } from './open-archive.ts'
import { countImportedFiles, findImport, openImportedRealm, recordImport } from './realm-import-store.ts'

/** The step after the last table. */
const INDEX = 'search index'

/**
 * Writes the rows and files of an archive into an organization that `beginImport` has made. Continues where an earlier
 * run stopped: each transaction also records its progress.
 */
export async function importArchive(
  chat: ChatPlatform,
  realm: Realm,
  archive: ImportedArchive,
  progress: ImportProgress,
): Promise<void> {
  await importFiles(chat, realm.id, archive.folder, progress)
  const { step, done } = (await findImport(chat.database.read, realm.id))!
  if (step !== INDEX) {
    for (const table of importedTables.slice(Math.max(0, importedTables.indexOf(step)))) {
      await importRows(chat, realm.id, archive, table, table === step ? done : 0, progress)
    }
    await finishTables(chat, realm.id, archive)
  }
  progress.report('Building the search index.')
  await indexMessages(chat, { atLeast: 1, steps: Number.POSITIVE_INFINITY })
  progress.checkExclusive()
  await chat.database.write(realm.id, {
    async work({ db }) {
      await openImportedRealm(db, realm.id, Number(archive.realm.deactivated ?? 0))
      await recordImport(db, realm.id, { finished_at: secondsOf(chat.clock) })
    },
  })
}

/** Counters go on where those of the source stopped: ids and positions of the event log are never given out twice. */
async function finishTables(
  chat: ChatPlatform,
  realmId: number,
  { manifest }: ImportedArchive,
): Promise<void> {
  await chat.database.write(realmId, {
    async work({ db, sequence }) {
      for (const [name, value] of Object.entries(manifest.sequences)) {
        const counter = await sequence(realmId, name)
        counter.value = Math.max(counter.value, value)
      }
      await countImportedFiles(db, realmId)
      await recordImport(db, realmId, { step: INDEX, done: 0 })
    },
  })
}

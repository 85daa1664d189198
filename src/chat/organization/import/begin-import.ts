import { secondsOf } from '../../../platform/clock.ts'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { type Realm, realmsTable } from '../../identity/realms/realm.ts'
import type { RealmsTable } from '../../identity/realms/realms-table.ts'
import { checkHost } from '../create-realm.ts'
import { ImportRefused } from './import-refused.ts'
import type { ImportedArchive } from './open-archive.ts'
import { findImport, insertImport } from './realm-import-store.ts'

export type ImportState = 'new' | 'unfinished' | 'finished'

/** What is at a host already: nothing, or this very import. Refuses any other organization. */
export async function findImportAt(db: Db, host: string, fingerprint: string): Promise<ImportState> {
  const realm = await realmsTable.findBy(db, { host })
  if (!realm) return 'new'
  const known = await findImport(db, realm.id)
  if (known?.fingerprint === fingerprint) return known.finished_at === null ? 'unfinished' : 'finished'
  const at = host === '' ? 'The root domain' : `Host '${host}'`
  throw new ImportRefused(
    known && known.finished_at === null
      ? `${at} has an unfinished import of other data. Finish that one first, or choose another --host.`
      : `${at} already has an organization. An import makes a new one: choose another --host.`,
  )
}

export interface NewImport {
  host: string
  /** undefined: as in the archive */
  name: string | undefined
  fingerprint: string
}

/** Makes the organization, deactivated until the import is finished. It keeps its id where that is free. */
export async function beginImport(
  chat: ChatPlatform,
  archive: ImportedArchive,
  { host, name, fingerprint }: NewImport,
): Promise<Realm> {
  const known = await realmsTable.findBy(chat.database.read, { host })
  if (known) return known
  checkHost(host)
  const id = await takeRealmId(chat, archive.manifest.organization.id)
  await chat.database.write(id, {
    async work({ db }) {
      const [row] = await readRealm(archive, id)
      const realm = { ...row!, id, host, name: name ?? row!.name, deactivated: 1 }
      if (!(await realmsTable.insertIfAbsent(db, realm))) throw new ImportRefused(`Host '${host}' is taken.`)
      const now = secondsOf(chat.clock)
      await insertImport(db, {
        realm_id: id,
        fingerprint,
        step: '',
        done: 0,
        started_at: now,
        finished_at: null,
      })
    },
  })
  return (await realmsTable.find(chat.database.read, { id }))!
}

async function readRealm({ planOf, realm }: ImportedArchive, id: number): Promise<RealmsTable[]> {
  const translated = JSON.parse(planOf('realms', id).translate(JSON.stringify(realm)))
  return [uncheckedCast<RealmsTable>(translated)]
}

/** Ids of organizations are counted under tenant 0. */
function takeRealmId(chat: ChatPlatform, wanted: number): Promise<number> {
  return chat.database.write(0, {
    async work({ db, sequence }) {
      const counter = await sequence(0, 'realms')
      const isFree = wanted > counter.value || (wanted > 0 && !(await isUsed(db, wanted)))
      const id = isFree ? wanted : counter.value + 1
      counter.value = Math.max(counter.value, id)
      return id
    },
  })
}

/** Also by an organization whose creation failed after it had taken its id. */
const isUsed = async (db: Db, id: number) => (await realmsTable.find(db, { id })) !== undefined

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checksumOf } from '../../../platform/backup/file-checksum.ts'
import { secondsOf } from '../../../platform/clock.ts'
import { unpackArchive } from '../../../platform/files/unpack-archive.ts'
import { walkFiles } from '../../../platform/files/walk-files.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordOrganization } from '../../identity/audit/record-audit.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { indexMessages } from '../../messages/search-index/index-messages.ts'
import { exportedTables } from '../export/exported-tables.ts'
import { fileKinds } from '../export/write-archive.ts'
import { readArchiveRows } from './archive-rows.ts'
import { beginImport, findImportAt } from './begin-import.ts'
import { convertExport } from './foreign/convert-export.ts'
import type { ForeignExport } from './foreign/foreign-export.ts'
import { LeftOut } from './foreign/left-out.ts'
import type { ImportProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import { importRows } from './import-rows.ts'
import { findMattermostFile, readMattermost } from './mattermost/read-mattermost.ts'
import { type ImportedArchive, openArchive } from './open-archive.ts'
import { countImportedFiles, findImport, openImportedRealm, recordImport } from './realm-import-store.ts'
import { readSlackConversations } from './slack/slack-conversations.ts'
import { readSlackMessages } from './slack/slack-messages.ts'
import { SlackPeople } from './slack/slack-people.ts'
import { isZulipExport, readZulip } from './zulip/read-zulip.ts'

/** All tables of an archive except `realms`, whose row is written first. */
const importedTables: readonly string[] = Object.entries(exportedTables)
  .filter(([name, plan]) => plan !== null && name !== 'realms')
  .map(([name]) => name)

/** The step after the last table. */
const INDEX = 'search index'

const usersFiles = ['users.json', 'org_users.json']

export interface ImportOrder {
  /** a file or folder that `switchboard export` or another system has written */
  path: string
  /** undefined: as in the archive */
  host: string | undefined
  name: string | undefined
  /** Only reads and reports. */
  isDryRun: boolean
}

export interface ImportResult {
  state: 'done' | 'dry run' | 'done before'
  system: string
  host: string
  /** undefined in a dry run */
  realm: Realm | undefined
  /** rows by table */
  tables: Record<string, number>
  leftOut: readonly string[]
}

/** Makes a new organization from an export. Continues an import of the same data that was interrupted. */
export async function importOrganization(
  chat: ChatPlatform,
  order: ImportOrder,
  progress: ImportProgress,
): Promise<ImportResult> {
  const fingerprint = await fingerprintOf(order.path)
  const work = join(chat.config.dataDir, 'imports', fingerprint.slice(0, 16))
  const leftOut = new LeftOut()
  await mkdir(work, { recursive: true, mode: 0o700 })
  try {
    const detected = await detectExport(await findFolder(order.path, work, progress))
    const folder = detected.open ? join(work, 'archive') : detected.folder
    if (detected.open) {
      progress.report(`Converting an export of ${detected.system}.`)
      const source = await detected.open(leftOut)
      await convertExport(chat, source, { folder, fingerprint, leftOut, report: progress.report })
    }
    const archive = await openArchive(chat.database.read, folder)
    await checkArchive(archive)
    const host = (order.host ?? archive.manifest.organization.host).trim().toLowerCase()
    const result = {
      system: detected.system,
      host,
      tables: archive.manifest.tables,
      leftOut: leftOut.lines(),
    }
    const state = await findImportAt(chat.database.read, host, fingerprint)
    if (order.isDryRun) return { ...result, state: 'dry run', realm: undefined }
    if (state === 'unfinished') progress.report('Continuing the import that was interrupted.')
    const realm = await beginImport(chat, archive, { host, name: order.name, fingerprint })
    if (state !== 'finished') await importArchive(chat, realm, archive, progress)
    return { ...result, state: state === 'finished' ? 'done before' : 'done', realm }
  } finally {
    await rm(work, { recursive: true, force: true })
    // Unless another import was interrupted.
    await rmdir(dirname(work)).catch(() => {})
  }
}

/** Unpacks an archive. A folder stays where it is; an export of Mattermost may be a single file. */
async function findFolder(path: string, work: string, { report }: ImportProgress): Promise<string> {
  if ((await stat(path)).isDirectory()) return path
  const folder = join(work, 'unpacked')
  // Left by a run that was killed.
  if (existsSync(folder)) return folder
  report('Unpacking.')
  const part = `${folder}-part`
  await rm(part, { recursive: true, force: true })
  if (path.endsWith('.jsonl')) {
    await mkdir(part)
    await copyFile(path, join(part, basename(path)))
  } else await unpackArchive(path, part)
  await rename(part, folder)
  return folder
}

/** The same for the same data, wherever it is: of a file, or of all files of a folder with their names. */
async function fingerprintOf(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return checksumOf(path)
  const names: string[] = []
  for await (const name of walkFiles(path)) names.push(name)
  const all = createHash('sha256')
  for (const name of names.sort()) all.update(`${name}\n${await checksumOf(join(path, name))}\n`)
  return all.digest('hex')
}

/** Reads everything once before anything is written. Throws ImportRefused with the file and line of a mistake. */
async function checkArchive(archive: ImportedArchive): Promise<void> {
  const unknown = Object.keys(archive.manifest.tables).filter(
    (name) => name !== 'realms' && !importedTables.includes(name),
  )
  if (unknown.length > 0) {
    throw new ImportRefused(
      `The archive contains tables that this version does not know: ${unknown.join(', ')}.`,
    )
  }
  for (const table of importedTables) {
    for await (const _ of readArchiveRows(archive.planOf(table, archive.manifest.organization.id)));
  }
}

interface DetectedExport {
  /** Switchboard, Zulip, Slack, Mattermost */
  system: string
  folder: string
  /** undefined: the folder is an archive of our own */
  open?(leftOut: LeftOut): Promise<ForeignExport>
}

/** Each export has a file that no other has. Many archives contain one folder with everything in it. */
async function detectExport(folder: string): Promise<DetectedExport> {
  const has = (name: string) => existsSync(join(folder, name))
  if (has('manifest.json') && has('tables')) return { system: 'Switchboard', folder }
  if (isZulipExport(folder)) return { system: 'Zulip', folder, open: (leftOut) => readZulip(folder, leftOut) }
  if (isSlackExport(folder)) return { system: 'Slack', folder, open: (leftOut) => readSlack(folder, leftOut) }
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => !/^(\.|__MACOSX)/.test(name),
  )
  const file = findMattermostFile(folder)
  if (file) return { system: 'Mattermost', folder, open: (leftOut) => readMattermost(folder, file, leftOut) }
  const [only] = entries
  if (entries.length === 1 && only!.isDirectory()) return detectExport(join(folder, only!.name))
  throw new ImportRefused(
    'This is not an export that can be imported. It has neither manifest.json (Switchboard) nor realm.json (Zulip) nor users.json with channels.json (Slack) nor a file .jsonl (Mattermost).',
  )
}

const usersFileOf = (folder: string) => usersFiles.find((name) => existsSync(join(folder, name)))

const isSlackExport = (folder: string) =>
  usersFileOf(folder) !== undefined &&
  ['channels.json', 'groups.json', 'dms.json', 'mpims.json'].some((name) => existsSync(join(folder, name)))

/** The unpacked zip file of a workspace export. */
async function readSlack(folder: string, leftOut: LeftOut): Promise<ForeignExport> {
  const people = await SlackPeople.read(folder, usersFileOf(folder)!, leftOut)
  const { streams, conversations } = await readSlackConversations(folder, people, leftOut)
  return {
    system: 'Slack',
    name: 'Slack',
    description: '',
    // Bots and people who are only in messages are added while these are read.
    people: people.all,
    streams: streams.map(({ stream }) => stream),
    emoji: [],
    messages: (target) => readSlackMessages(folder, { people, streams, conversations, target }),
  }
}

/**
 * Writes the rows and files of an archive into an organization that `beginImport` has made. Continues where an earlier
 * run stopped: each transaction also records its progress.
 */
async function importArchive(
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
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    await openImportedRealm(db, realm.id, Number(archive.realm.deactivated ?? 0))
    await recordImport(db, realm.id, { finished_at: secondsOf(chat.clock) })
    await recordOrganization(transaction, realm, 'imported', { after: archive.manifest.tables })
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

/** Stores the files of an archive. Skips those that an earlier run has stored. */
async function importFiles(
  chat: ChatPlatform,
  realmId: number,
  folder: string,
  { report, checkExclusive }: ImportProgress,
): Promise<void> {
  let count = 0
  for (const kind of fileKinds) {
    for await (const name of walkFiles(join(folder, 'files', kind))) {
      const path = join(folder, 'files', kind, name)
      const place = { kind, tenant: String(realmId), name }
      const { size } = await stat(path)
      if ((await chat.contents.size(place)) !== size) {
        checkExclusive()
        await chat.contents.fill(place, (draft) => copyFile(path, draft))
      }
      count += 1
      if (count % 1000 === 0) report(`files: ${count}`)
    }
  }
}

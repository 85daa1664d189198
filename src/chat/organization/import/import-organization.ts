import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unpackArchive } from '../../../platform/files/unpack-archive.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { beginImport, findImportAt } from './begin-import.ts'
import { checkArchive } from './check-archive.ts'
import { detectExport } from './detect-export.ts'
import { fingerprintOf } from './export-fingerprint.ts'
import { convertExport } from './foreign/convert-export.ts'
import { LeftOut } from './foreign/left-out.ts'
import { importArchive } from './import-archive.ts'
import type { ImportProgress } from './import-progress.ts'
import { openArchive } from './open-archive.ts'

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

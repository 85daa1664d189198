import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import LibsqlDatabase from 'libsql/promise'
import { type Clock, isoDate } from '../clock.ts'
import { markBackup } from '../contents/backup-marker.ts'
import { syncPath } from '../files/sync-path.ts'
import { walkFiles } from '../files/walk-files.ts'
import { VERSION } from '../program.ts'
import { BackupRefused, CHECKSUMS, DUMP, KEY_FILE, writeManifest } from './backup-manifest.ts'
import { type FileBucket, takeObjects } from './bucket-files.ts'
import { checksumOf } from './file-checksum.ts'
import { dumpPostgres } from './postgres-dump.ts'
import type { PostgresAccess } from './postgres-programs.ts'

export interface BackupPlan {
  dataDir: string
  /** undefined: SQLite, in `databases` */
  postgres: PostgresAccess | undefined
  /** files of SQLite in `dataDir` */
  databases: readonly string[]
  /** folders in `dataDir` */
  folders: readonly string[]
  /** whether to include the secret key from `dataDir` */
  withKey: boolean
  /** whose files are copied too */
  bucket: FileBucket | undefined
  /** The files that rows name are in a bucket, and stay there alone. */
  filesElsewhere: boolean
  /** where to put the backup */
  target: string
  /** It stays there only while `use` works with it, and what an interrupted backup has left there is removed. */
  isPassing: boolean
  signal: AbortSignal
}

/** `use` gets the complete folder before another backup may begin. */
export type UseBackup = (made: MadeBackup) => Promise<void>

export interface MadeBackup {
  files: number
  bytes: number
  holdsKey: boolean
}

/**
 * Bytes are stored before the row that refers to them. So copy the databases first and the files second: every file
 * that a copied row refers to is there. Files that are deleted in between are kept until the backup is done (see
 * backup-marker.ts).
 */
export async function makeBackup(plan: BackupPlan, clock: Clock, use?: UseBackup): Promise<MadeBackup> {
  const { dataDir, databases, target, isPassing } = plan
  for (const name of databases) {
    if (!existsSync(join(dataDir, name))) throw new BackupRefused(`DATA_DIR ${dataDir} has no ${name}.`)
  }
  const isTaken = async () => (await readdir(target).catch(ignoreMissing)).length > 0
  if (!isPassing && (await isTaken())) {
    throw new BackupRefused(`${target} is not empty. Choose a new folder for the backup.`)
  }
  const endMark = await markBackup(dataDir, clock)
  if (!endMark) throw new BackupRefused('Another backup is running. Wait until it has finished.')
  const clear = async () => {
    if (!isPassing) return
    for (const path of [target, draftOf(target)]) await rm(path, { recursive: true, force: true })
  }
  try {
    await clear()
    const made = await inDraft(target, (draft) => writeBackup(plan, draft, clock))
    await use?.(made)
    return made
  } finally {
    await clear()
    await endMark()
  }
}

const draftOf = (target: string) => `${target}.incomplete`

/** Writes under another name until the backup is complete. */
async function inDraft<T>(target: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = draftOf(target)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await mkdir(draft, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new BackupRefused(`${draft} was left by an interrupted backup. Remove it first.`)
  }
  try {
    const result = await work(draft)
    await rename(draft, target)
    await syncPath(dirname(target))
    return result
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function writeBackup(plan: BackupPlan, draft: string, clock: Clock): Promise<MadeBackup> {
  const { dataDir, databases, folders, bucket, withKey, signal } = plan
  const startedAt = isoDate(clock.now())
  const list = createWriteStream(join(draft, CHECKSUMS), { mode: 0o600, flush: true })
  const made = { files: 0, bytes: 0 }
  async function record(path: string): Promise<void> {
    signal.throwIfAborted()
    const copy = join(draft, path)
    if (!list.write(`${await checksumOf(copy)}  ${path}\n`)) await once(list, 'drain')
    made.files += 1
    made.bytes += (await stat(copy)).size
  }
  try {
    const postgres = plan.postgres && (await dumpPostgres(plan.postgres, join(draft, DUMP), signal))
    if (postgres) {
      await chmod(join(draft, DUMP), 0o600)
      await record(DUMP)
    }
    for (const name of databases) {
      await copySqlite(join(dataDir, name), join(draft, name), signal)
      await chmod(join(draft, name), 0o600)
      await record(name)
    }
    const holdsKey = withKey && existsSync(join(dataDir, KEY_FILE))
    if (holdsKey) {
      await copyAndSync(join(dataDir, KEY_FILE), join(draft, KEY_FILE))
      await record(KEY_FILE)
    }
    for (const folder of folders) {
      for await (const path of takeFiles(dataDir, folder, draft)) await record(path)
    }
    const filesOf = await bucket?.objects.readOwner()
    if (bucket) for await (const path of takeObjects(bucket, draft, signal)) await record(path)
    list.end()
    await finished(list)
    const times = { started_at: startedAt, finished_at: isoDate(clock.now()) }
    const elsewhere = plan.filesElsewhere && { files_elsewhere: true }
    const about = {
      databases: postgres ? [DUMP] : [...databases],
      holds_key: holdsKey,
      ...(postgres && { postgres }),
      ...elsewhere,
      ...(filesOf !== undefined && { files_of: filesOf }),
      ...made,
    }
    await writeManifest(draft, { version: VERSION, ...times, ...about })
    await syncPath(draft)
    return { ...made, holdsKey }
  } finally {
    list.destroy()
  }
}

/** Yields the paths. Bytes never change under a name, so a hard link is as good as a copy. */
async function* takeFiles(dataDir: string, folder: string, draft: string): AsyncGenerator<string> {
  const made = new Set<string>()
  for await (const path of walkFiles(dataDir, folder)) {
    const target = join(draft, path)
    if (!made.has(dirname(target))) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      made.add(dirname(target))
    }
    const isThere = await link(join(dataDir, path), target)
      .catch(() => copyAndSync(join(dataDir, path), target))
      .then(() => true, isMissing)
    if (isThere) yield path
  }
  for (const one of made) await syncPath(one)
}

async function copyAndSync(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  await chmod(target, 0o600)
  await syncPath(target)
}

/** A file without a row was removed by the periodic cleanup of leftovers. */
function isMissing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}

function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/**
 * Copies the state of a single moment while other processes read and write. They do not wait; only their write-ahead
 * log grows until the copy is done. Our library does not offer SQLite's online backup, which would also start over at
 * each write.
 */
async function copySqlite(source: string, target: string, signal: AbortSignal): Promise<void> {
  const database = new LibsqlDatabase(source, {})
  const interrupt = () => database.interrupt()
  signal.addEventListener('abort', interrupt)
  try {
    await database.exec('pragma busy_timeout = 60000')
    await database.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
    database.close()
  }
  await syncPath(target)
}

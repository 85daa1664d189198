import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, isoDate, readDate } from '../clock.ts'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')
const resultIn = (dataDir: string) => join(dataDir, 'backup-result.json')

/** What the last backups were like, for administrators and metrics. Times are ISO 8601. */
export interface BackupResult {
  /** the last attempt, and whether it succeeded */
  tried_at: string
  has_failed: boolean
  /** of the last one that succeeded */
  bytes?: number
  /** whether that one has the files of a bucket */
  has_files?: boolean
  /** when a backup was last verified */
  verified_at?: string
}

/** For administrators, who otherwise cannot tell whether there are backups. */
export async function noteBackup(
  dataDir: string,
  clock: Clock,
  { bytes, hasFiles }: { bytes: number; hasFiles: boolean },
): Promise<void> {
  const now = isoDate(clock.now())
  await writeFile(pathIn(dataDir), `${now}\n`, { mode: 0o600 })
  await noteResult(dataDir, { tried_at: now, has_failed: false, bytes, has_files: hasFiles })
}

export async function noteFailedBackup(dataDir: string, clock: Clock): Promise<void> {
  await noteResult(dataDir, { tried_at: isoDate(clock.now()), has_failed: true })
}

export async function noteVerifiedBackup(dataDir: string, clock: Clock): Promise<void> {
  await noteResult(dataDir, { verified_at: isoDate(clock.now()) })
}

/** Milliseconds since the epoch; undefined: there was none yet. */
export async function findLastBackup(dataDir: string): Promise<number | undefined> {
  const text = await readIfThere(pathIn(dataDir))
  return text === undefined ? undefined : readDate(text.trim())
}

/** undefined: none was tried with a version that notes it. */
export async function findBackupResult(dataDir: string): Promise<BackupResult | undefined> {
  const text = await readIfThere(resultIn(dataDir))
  return text === undefined ? undefined : JSON.parse(text)
}

/** Renamed into place: nobody reads half of it. */
async function noteResult(dataDir: string, change: Partial<BackupResult>): Promise<void> {
  const known = await findBackupResult(dataDir).catch(() => undefined)
  const draft = `${resultIn(dataDir)}.part`
  await writeFile(draft, `${JSON.stringify({ ...known, ...change })}\n`, { mode: 0o600 })
  await rename(draft, resultIn(dataDir))
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

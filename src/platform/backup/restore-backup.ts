import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath } from '../files/sync-path.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import {
  type BackupManifest,
  BackupRefused,
  DUMP,
  KEY_FILE,
  readChecksums,
  readManifest,
} from './backup-manifest.ts'
import { putObject } from './bucket-files.ts'
import { checkHasNoData, checkSteps, type KnownSteps, loadDump } from './postgres-dump.ts'
import type { PostgresAccess } from './postgres-programs.ts'
import { restoreMarker } from './restore-marker.ts'
import { verifyChecksums } from './verify-backup.ts'

export interface RestorePlan {
  dataDir: string
  /** undefined: SQLite */
  postgres: PostgresAccess | undefined
  /** Opens the bucket of the settings for the installation with this mark. undefined: there is none */
  openBucket: ((owner: string) => ObjectStore) | undefined
  /** The folders of the backup whose files may be in the bucket. */
  fileKinds: readonly string[]
  knownSteps: KnownSteps
  /** On SQLite, before a server may start. */
  finish(): Promise<void>
}

export interface RestoredBackup {
  manifest: BackupManifest
  /** the files that went into the bucket */
  inBucket: number
}

/** Restores into an empty folder, or an empty database of PostgreSQL, after verifying every checksum. */
export async function restoreBackup(source: string, plan: RestorePlan): Promise<RestoredBackup> {
  const { dataDir, postgres } = plan
  const manifest = await readManifest(source)
  checkEngine(manifest, postgres?.url)
  if (postgres) await checkTarget(source, manifest, dataDir, postgres.url)
  else await checkIsEmpty(dataDir)
  await verifyChecksums(source, manifest)
  checkSteps(manifest, plan.knownSteps)
  // What was on the disk returns to it: only a bucket that was backed up is known to be ours.
  const bucket = manifest.files_of === undefined ? undefined : plan.openBucket?.(manifest.files_of)
  await bucket?.claim()
  if (postgres) {
    // The database is last, and in one transaction: until then there is no row whose file is missing.
    const inBucket = await restoreFiles(source, plan, bucket)
    await loadDump(postgres, source)
    return { manifest, inBucket }
  }
  // A server that starts now would take half of the data for all of it.
  await writeFile(restoreMarker(dataDir), '', { mode: 0o600, flush: true })
  const inBucket = await restoreFiles(source, plan, bucket)
  await plan.finish()
  await rm(restoreMarker(dataDir))
  await syncPath(dataDir)
  return { manifest, inBucket }
}

/** Everything but the dump. Returns how many files went into the bucket. */
async function restoreFiles(
  source: string,
  { dataDir, fileKinds }: RestorePlan,
  bucket: ObjectStore | undefined,
): Promise<number> {
  const made = new Set<string>([dataDir])
  let inBucket = 0
  for await (const { path } of readChecksums(source)) {
    const from = join(source, path)
    if (path === DUMP) continue
    if (bucket && fileKinds.includes(path.split('/')[0]!)) {
      await putObject(bucket, path, from, (await stat(from)).size)
      inBucket += 1
      continue
    }
    const target = join(dataDir, path)
    if (!made.has(dirname(target))) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      made.add(dirname(target))
    }
    await copyFile(from, target)
    await syncPath(target)
  }
  for (const folder of made) await syncPath(folder)
  return inBucket
}

function checkEngine({ postgres }: BackupManifest, databaseUrl: string | undefined): void {
  if (postgres && databaseUrl === undefined) {
    throw new BackupRefused('This is a backup of PostgreSQL: set DATABASE_URL to an empty database.')
  }
  if (!postgres && databaseUrl !== undefined) {
    throw new BackupRefused(
      'This is a backup of SQLite: restore it without DATABASE_URL, then move it with switchboard move.',
    )
  }
}

async function checkIsEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  // The root of a file system may have this one.
  if (names.some((name) => name !== 'lost+found')) {
    throw new BackupRefused(`DATA_DIR ${dataDir} is not empty. Restore the backup into an empty folder.`)
  }
}

/** Beside PostgreSQL the folder holds nothing that the backup would replace, but perhaps the key. */
async function checkTarget(
  source: string,
  { holds_key: holdsKey }: BackupManifest,
  dataDir: string,
  databaseUrl: string,
): Promise<void> {
  if (existsSync(join(dataDir, 'chat.db'))) {
    throw new BackupRefused(`DATA_DIR ${dataDir} has data of SQLite. Choose another one beside PostgreSQL.`)
  }
  const key = await readFile(join(dataDir, KEY_FILE)).catch(() => undefined)
  if (holdsKey && key && !key.equals(await readFile(join(source, KEY_FILE)))) {
    throw new BackupRefused(
      `DATA_DIR ${dataDir} has another ${KEY_FILE} than the backup. Move it away first.`,
    )
  }
  await checkHasNoData(databaseUrl)
}

import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath } from '../files/sync-path.ts'
import { type BackupManifest, BackupRefused, readChecksums, readManifest } from './backup-manifest.ts'
import { restoreMarker } from './restore-marker.ts'
import { verifyChecksums } from './verify-backup.ts'

/** Restores into an empty folder, after verifying every checksum. */
export async function restoreBackup(
  source: string,
  dataDir: string,
  finish: () => Promise<void>,
): Promise<BackupManifest> {
  const manifest = await readManifest(source)
  await checkIsEmpty(dataDir)
  await verifyChecksums(source, manifest)
  // A server that starts now would take half of the data for all of it.
  await writeFile(restoreMarker(dataDir), '', { mode: 0o600, flush: true })
  const made = new Set<string>([dataDir])
  for await (const { path } of readChecksums(source)) {
    const target = join(dataDir, path)
    if (!made.has(dirname(target))) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      made.add(dirname(target))
    }
    await copyFile(join(source, path), target)
    await syncPath(target)
  }
  for (const folder of made) await syncPath(folder)
  await finish()
  await rm(restoreMarker(dataDir))
  await syncPath(dataDir)
  return manifest
}

async function checkIsEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir)
  // The root of a file system may have this one.
  if (names.some((name) => name !== 'lost+found')) {
    throw new BackupRefused(`DATA_DIR ${dataDir} is not empty. Restore the backup into an empty folder.`)
  }
}

import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath } from '../files/sync-path.ts'
import {
  type BackupManifest,
  BackupRefused,
  CHECKSUMS,
  readChecksums,
  readManifest,
} from './backup-manifest.ts'
import { checksumOf } from './file-checksum.ts'
import { restoreMarker } from './restore-marker.ts'

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

async function verifyChecksums(source: string, manifest: BackupManifest): Promise<void> {
  if ((await checksumOf(join(source, CHECKSUMS)).catch(() => undefined)) !== manifest.checksum) {
    throw new BackupRefused(`The backup is damaged: ${CHECKSUMS} is missing or has changed.`)
  }
  let files = 0
  for await (const { path, checksum } of readChecksums(source)) {
    const found = await checksumOf(join(source, path)).catch(() => undefined)
    if (found !== checksum) {
      throw new BackupRefused(`The backup is damaged: ${path} is missing or has changed.`)
    }
    files += 1
  }
  if (files !== manifest.files)
    throw new BackupRefused(`The backup is damaged: it has ${files} files instead of ${manifest.files}.`)
}

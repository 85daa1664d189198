import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'

/** A backup process that has not renewed the marker for this long has died. */
const SILENCE_MS = 120_000
const RENEW_MS = 10_000

const markerIn = (dataDir: string) => join(dataDir, 'backup-under-way')

/**
 * A backup copies the databases first and the files second. While one runs, no file may be removed that a copied row
 * could refer to. The periodic cleanup of leftovers removes it later.
 */
export async function isBackupRunning(dataDir: string, clock: Clock): Promise<boolean> {
  const since = (await stat(markerIn(dataDir)).catch(() => undefined))?.mtimeMs
  return since !== undefined && since > clock.now() - SILENCE_MS
}

/** Returns a function that removes the marker, or undefined when another backup is running. */
export async function markBackup(dataDir: string, clock: Clock): Promise<(() => Promise<void>) | undefined> {
  const path = markerIn(dataDir)
  if (await isBackupRunning(dataDir, clock)) return undefined
  await rm(path, { force: true })
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
  const renew = () => utimes(path, clock.now() / 1000, clock.now() / 1000).catch(() => {})
  const timer = setInterval(renew, RENEW_MS)
  return async () => {
    clearInterval(timer)
    await rm(path, { force: true })
  }
}

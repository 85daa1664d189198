import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'

/** Whoever makes a backup and is silent for so long has died. */
const SILENCE_MS = 120_000
const RENEW_MS = 10_000

const markerIn = (dataDir: string) => join(dataDir, 'backup-under-way')

/**
 * While it stands nothing is removed that a row of the copied databases might name: a backup copies them first, and
 * then the files. What is deleted meanwhile is found by the regular search for leftovers.
 */
export async function isBackupRunning(dataDir: string, clock: Clock): Promise<boolean> {
  const since = (await stat(markerIn(dataDir)).catch(() => undefined))?.mtimeMs
  return since !== undefined && since > clock.now() - SILENCE_MS
}

/** Answers with what ends it, or undefined when another backup is being made. */
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

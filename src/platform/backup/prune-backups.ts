import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readManifest } from './backup-manifest.ts'
import { ENCRYPTED, readMark } from './packed-backup.ts'

export interface FoundBackup {
  path: string
  /** ISO 8601 */
  startedAt: string
}

/**
 * Deletes the oldest complete backups beside this one, and leaves the newest. Whatever else is in the folder stays.
 * Returns the paths that it deleted.
 */
export async function pruneBackups(newest: string, keep: number): Promise<string[]> {
  const parent = dirname(newest)
  const found: FoundBackup[] = []
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name)
    if (entry.isFile() && entry.name.endsWith(ENCRYPTED)) {
      const startedAt = await readMark(path)
      if (startedAt !== undefined) found.push({ path, startedAt })
      continue
    }
    if (!entry.isDirectory() || /\.(incomplete|plain|unpacked)$/.test(entry.name)) continue
    const manifest = await readManifest(path).catch(() => undefined)
    if (manifest) found.push({ path, startedAt: manifest.started_at })
  }
  const old = oldBackups(found, newest, keep)
  for (const path of old) await rm(path, { recursive: true })
  return old
}

/** All but the newest ones. */
export function oldBackups(found: readonly FoundBackup[], newest: string, keep: number): string[] {
  const sorted = [...found].sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
  return sorted
    .slice(keep)
    .map(({ path }) => path)
    .filter((path) => path !== newest)
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, isoDate, readDate } from '../clock.ts'

const pathIn = (dataDir: string) => join(dataDir, 'last-backup')

/** For administrators, who otherwise cannot tell whether there are backups. */
export async function noteBackup(dataDir: string, clock: Clock): Promise<void> {
  await writeFile(pathIn(dataDir), `${isoDate(clock.now())}\n`, { mode: 0o600 })
}

/** Milliseconds since the epoch; undefined: there was none yet. */
export async function findLastBackup(dataDir: string): Promise<number | undefined> {
  try {
    return readDate((await readFile(pathIn(dataDir), 'utf8')).trim())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

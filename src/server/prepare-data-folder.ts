import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../config.ts'
import { restoreMarker } from '../platform/backup/restore-marker.ts'
import { protectDataFiles } from './protect-data-files.ts'

/** Creates the folder if it is missing, and explains why a folder cannot be used. */
export function prepareDataFolder(path: string): void {
  try {
    makeFolder(path)
    if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    protectDataFiles(path)
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${path} cannot be used: ${reasonOf(error)}.`)
  }
  if (existsSync(restoreMarker(path))) {
    throw new ConfigError(
      `DATA_DIR ${path} contains a partly restored backup. Empty it and restore the backup again.`,
    )
  }
}

function makeFolder(path: string): void {
  try {
    // Not always recursive: where nothing can be created, as in /proc, Node would try forever.
    mkdirSync(path, { recursive: !existsSync(dirname(path)), mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to write there'
  if (code === 'EROFS') return 'it is on a read-only file system'
  if (code === 'ENOTDIR') return 'it is not a folder'
  return message
}

import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chatContentKinds } from '../../chat/chat-content-kinds.ts'
import { ConfigError } from '../../config/config.ts'
import { restoreMarker } from '../../platform/backup/restore-marker.ts'
import { telephonyContentKinds } from '../../telephony/telephony-content-kinds.ts'

const folders = new Set([
  ...chatContentKinds,
  ...telephonyContentKinds,
  'cache',
  'conversions',
  'incoming',
  'mails',
])

const files = /^((chat|telephony)\.db(-wal|-shm|-journal)?|server\.lock(-journal)?|secret\.key(\..+)?)$/

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

/**
 * Only this account may read the data. New files are created that way; this is for older or copied installations.
 * Nothing else in the folder is changed, since the operator may use it for other things too.
 */
function protectDataFiles(dataDir: string): void {
  let holdsData = false
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const isFile = entry.isFile() && files.test(entry.name)
    const isFolder = entry.isDirectory() && folders.has(entry.name)
    if (isFile || isFolder) restrictAccess(join(dataDir, entry.name), isFile ? 0o600 : 0o700)
    holdsData ||= isFile
  }
  if (holdsData) restrictAccess(dataDir, 0o700)
}

function restrictAccess(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    // SQLite removes its -wal and -shm. Files of another account are left to that account.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error
  }
}

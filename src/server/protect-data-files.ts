import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chatContentKinds } from '../chat/chat-content-kinds.ts'
import { telephonyContentKinds } from '../telephony/telephony-content-kinds.ts'

const folders = new Set([
  ...chatContentKinds,
  ...telephonyContentKinds,
  'cache',
  'conversions',
  'incoming',
  'mails',
])
const files = /^((chat|telephony)\.db(-wal|-shm|-journal)?|server\.lock(-journal)?|secret\.key(\..+)?)$/

/**
 * Only this account may read the data. New files are created that way; this is for older or copied installations.
 * Nothing else in the folder is changed, since the operator may use it for other things too.
 */
export function protectDataFiles(dataDir: string): void {
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
    // SQLite removes its -wal and -shm by itself. Files of another account are up to that account.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error
  }
}

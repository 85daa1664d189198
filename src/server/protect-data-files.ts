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
 * Only this account reads the data. New files are made that way; this is for installations that are older, or were copied.
 * Nothing else in the folder is touched, since it may be one that the operator uses for other things too.
 */
export function protectDataFiles(dataDir: string): void {
  let holdsData = false
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const isFile = entry.isFile() && files.test(entry.name)
    const isFolder = entry.isDirectory() && folders.has(entry.name)
    if (isFile || isFolder) closeToOthers(join(dataDir, entry.name), isFile ? 0o600 : 0o700)
    holdsData ||= isFile
  }
  if (holdsData) closeToOthers(dataDir, 0o700)
}

function closeToOthers(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    // SQLite removes its -wal and -shm by itself; what belongs to another account is for that account to protect.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error
  }
}

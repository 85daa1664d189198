import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { masterKeyFile, readMasterKey } from './secrets.ts'

/** The key that a rotation switches to. It is on disk before anything is encrypted with it. */
export const newKeyFile = (dataDir: string) => `${masterKeyFile(dataDir)}.new`

export const hasNewKey = (dataDir: string) => existsSync(newKeyFile(dataDir))

/** The key of an interrupted rotation, one that the operator has put there, or a new one. */
export function prepareNewKey(dataDir: string): Buffer {
  const path = newKeyFile(dataDir)
  if (!existsSync(path)) {
    const draft = `${path}.${randomBytes(8).toString('hex')}`
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  }
  return readMasterKey(path)
}

/** Makes it the key of the data. */
export function adoptNewKey(dataDir: string): void {
  renameSync(newKeyFile(dataDir), masterKeyFile(dataDir))
}

export const readNewKeyText = (dataDir: string) => readFileSync(newKeyFile(dataDir), 'utf8').trim()

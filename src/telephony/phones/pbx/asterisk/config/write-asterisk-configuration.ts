import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { AsteriskParameters } from './asterisk-parameters.ts'
import { renderAsteriskFiles } from './render-asterisk-files.ts'

/** Writes the files of an Asterisk into the folder. Returns the path of asterisk.conf. */
export function writeAsteriskConfiguration(folder: string, parameters: AsteriskParameters): string {
  const absolute = resolve(folder)
  const files = renderAsteriskFiles(absolute, parameters)
  for (const [name, content] of Object.entries(files)) {
    const path = join(absolute, name)
    mkdirSync(dirname(path), { recursive: true })
    // They contain passwords. An existing file would keep its mode.
    writeFileSync(path, content, { mode: 0o600 })
    chmodSync(path, 0o600)
  }
  return join(absolute, 'asterisk.conf')
}

/** Where packages of Asterisk have it. */
const SPOOL = '/var/spool/asterisk'

/**
 * Creates Asterisk's folder of recordings, which not every package does, for the account that owns the folder around it.
 * Returns what the operator has to do if that is not possible, as when Asterisk runs on another machine.
 */
export function createRecordingFolder({
  directories: { astspooldir: spool = SPOOL },
}: Pick<AsteriskParameters, 'directories'>): string | undefined {
  const folder = join(spool, 'recording')
  if (existsSync(folder)) return undefined
  try {
    const { uid, gid } = statSync(spool)
    mkdirSync(folder, { mode: 0o750 })
    chownSync(folder, uid, gid)
    return undefined
  } catch {
    return `Create ${folder} where Asterisk runs, for the account of Asterisk (install -d -o asterisk -g asterisk ${folder}): without it, voicemail, recordings and faxes are lost.`
  }
}

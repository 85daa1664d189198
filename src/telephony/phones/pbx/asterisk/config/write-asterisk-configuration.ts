import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
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

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeKamailioStart } from './describe-kamailio-start.ts'
import { renderKamailioConfiguration } from './kamailio-configuration.ts'
import type { KamailioParameters } from './kamailio-parameters.ts'

/** Writes kamailio.cfg and a README into the folder. Returns the path of kamailio.cfg. */
export function writeKamailioConfiguration(folder: string, parameters: KamailioParameters): string {
  const text = renderKamailioConfiguration(parameters)
  const path = join(resolve(folder), 'kamailio.cfg')
  mkdirSync(folder, { recursive: true })
  // It contains the database password. An existing file would keep its mode.
  writeFileSync(path, text, { mode: 0o600 })
  chmodSync(path, 0o600)
  writeFileSync(join(folder, 'README.md'), describeKamailioStart(path, parameters))
  return path
}

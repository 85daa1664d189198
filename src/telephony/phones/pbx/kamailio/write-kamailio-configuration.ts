import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeKamailioStart } from './describe-kamailio-start.ts'
import { renderKamailioConfiguration } from './kamailio-configuration.ts'
import type { KamailioParameters } from './kamailio-parameters.ts'

/** Writes kamailio.cfg and how to start it into the folder, and returns the path of the former. */
export function writeKamailioConfiguration(folder: string, parameters: KamailioParameters): string {
  const text = renderKamailioConfiguration(parameters)
  const path = join(resolve(folder), 'kamailio.cfg')
  mkdirSync(folder, { recursive: true })
  // It has the password of the database in it. The mode of a file that was there before would stay.
  writeFileSync(path, text, { mode: 0o600 })
  chmodSync(path, 0o600)
  writeFileSync(join(folder, 'README.md'), describeKamailioStart(path, parameters))
  return path
}

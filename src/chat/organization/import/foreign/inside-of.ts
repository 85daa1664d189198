import { realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'

/** The file that an export names, if it is there: never one outside of the folder, whatever the export says. */
export function insideOf(folder: string, name: string): string | undefined {
  if (name.includes('\0')) return undefined
  const path = resolve(folder, name)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  return realpathSync(path).startsWith(realpathSync(folder) + sep) ? path : undefined
}

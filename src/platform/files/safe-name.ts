import { basename } from 'node:path'

/** The last part of a path, without anything that could be more than a name. */
export function safeName(name: string): string {
  const clean = name.replaceAll('\\', '/').replace(/\p{Cc}/gu, '')
  return basename(clean).slice(0, 255)
}

import { basename } from 'node:path'

/** The last part of a path, without control characters. */
export function safeName(name: string): string {
  const clean = name.replaceAll('\\', '/').replace(/\p{Cc}/gu, '')
  return basename(clean).slice(0, 255)
}

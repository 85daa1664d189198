import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const debianPackages = { kamailio: 'kamailio', sipp: 'sip-tester', baresip: 'baresip-core' } as const

export type ProgramName = keyof typeof debianPackages

/** Servers are often outside the PATH of ordinary accounts. */
export function findProgram(name: ProgramName): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** For the title of a suite that is skipped: what to install. Nothing when all is there. */
export function missingPrograms(...names: ProgramName[]): string {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length === 0) return ''
  const message = `skipped, install the Debian package ${missing.map((name) => debianPackages[name]).join(', ')}`
  console.warn(`Tests with ${missing.join(', ')} are ${message}`)
  return ` (${message})`
}

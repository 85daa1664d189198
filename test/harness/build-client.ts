import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, runExclusive } from './build-switchboard.ts'

export const clientFolder = join(root, 'packages/client')

/** Compiles packages/client as its package is, if the sources are newer. */
export function buildClient(): Promise<void> {
  return runExclusive(async () => {
    const sources = join(clientFolder, 'src')
    const built = timeOf(join(clientFolder, 'dist/switchboard-client.js'))
    const changed = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    if (changed.every((path) => timeOf(join(sources, path)) < built)) return
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: clientFolder })
  })
}

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

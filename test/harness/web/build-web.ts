import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runExclusive } from '../build-switchboard.ts'

const built = join(root, 'dist/web')

/** Builds the web app if its sources are newer. The new one takes the place of the old in one step. */
export function buildWeb(): Promise<void> {
  building ??= runExclusive(async () => {
    if (isFresh()) return
    const made = join(root, `dist/web-${process.pid}`)
    const old = `${made}-old`
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'error'],
      {
        cwd: root,
        // As it is shipped: the tests' own NODE_ENV would build React for developers.
        env: { ...process.env, NODE_ENV: 'production', WEB_OUT: made },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    if (existsSync(built)) renameSync(built, old)
    renameSync(made, built)
    rmSync(old, { recursive: true, force: true })
  })
  return building
}

let building: Promise<void> | undefined

function isFresh(): boolean {
  const since = statSync(join(built, 'index.html'), { throwIfNoEntry: false })?.mtimeMs
  if (since === undefined) return false
  return ['web', 'packages/client/src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .every((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs < since)
}

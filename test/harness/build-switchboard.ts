import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const STALE_MS = 120_000

/** Compiles src/ into dist/ if it is newer. Test files that want it at the same time share one build. */
export function buildSwitchboard(): Promise<void> {
  // Once for a test file: its processes must not run different builds because somebody edits meanwhile.
  building ??= runExclusive(build)
  return building
}

let building: Promise<void> | undefined

async function build(): Promise<void> {
  if (isFresh()) return
  // Mistakes of types are for the type check to report: what was emitted can be run and tested.
  try {
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
      {
        cwd: root,
        stdio: 'ignore',
      },
    )
  } catch (error) {
    if (!existsSync(join(root, 'dist/main.js'))) throw error
  }
  execFileSync(process.execPath, ['bundle.js'], { cwd: root, stdio: 'ignore' })
}

/** One build at a time, of all processes that test. */
export async function runExclusive(work: () => Promise<void>): Promise<void> {
  const turn = join(root, 'node_modules/.switchboard-build')
  while (!take(turn)) await new Promise((next) => setTimeout(next, 100))
  try {
    await work()
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
}

/** Making a folder succeeds for one process only. One that died with its turn does not block for ever. */
function take(turn: string): boolean {
  try {
    mkdirSync(turn)
    return true
  } catch {
    const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > STALE_MS) rmSync(turn, { recursive: true, force: true })
    return false
  }
}

function isFresh(): boolean {
  if (!existsSync(join(root, 'dist/bundle/main.js'))) return false
  const built = statSync(join(root, 'dist/.tsbuildinfo'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .every((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs < built)
}

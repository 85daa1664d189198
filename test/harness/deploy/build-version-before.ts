import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build-switchboard.ts'
import { runProgram } from '../run-program.ts'

/** The commit before the steps that came to 0.1.0 last. After a release, name the release here. */
const VERSION_BEFORE = 'c2b8b14a'

/** Builds the server of the version before in a folder. Answers with a reason, in words, where its source is not there. */
export async function buildVersionBefore(folder: string): Promise<string | undefined> {
  const known = spawnSync('git', ['cat-file', '-e', `${VERSION_BEFORE}^{commit}`], { cwd: root })
  if (known.status !== 0) return `the commit ${VERSION_BEFORE} is not in this checkout`
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', VERSION_BEFORE], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Its packages are a part of today's.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const build = `import('./build.js').then(({ build }) => build(['server'], { acceptTypeErrors: true }))`
  const { status, stderr } = await runProgram(process.execPath, ['-e', build], { cwd: folder })
  if (status !== 0) throw new Error(`The version before cannot be built: ${stderr}`)
  return undefined
}

import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { runExclusive } from '../../build.js'
import { buildSwitchboard, root } from './build-switchboard.ts'

/**
 * A script of this folder with what it uses of the built program, in a few files: a process that lives for a moment
 * shall not read a thousand. Answers with its path.
 */
export async function buildScript(name: string): Promise<string> {
  await buildSwitchboard()
  const script = join('test/harness', `${name}.js`)
  const folder = join('dist', name)
  const made = join(root, folder, `${name}.js`)
  await runExclusive(async () => {
    const needed = [script, 'bundle.js', 'dist/bundle/main.js'].map((path) => timeOf(join(root, path)))
    if (timeOf(made) > Math.max(...needed)) return
    execFileSync(process.execPath, ['bundle.js', script, folder], { cwd: root, stdio: 'ignore' })
  })
  return made
}

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, runProgram } from '../run-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/**
 * This machine as it is, under a layer of its own: everything that is written there, accounts and /etc included, is gone
 * afterwards, and so are the processes.
 */
export interface CleanMachine {
  /** the home of root there, with what the test puts into it */
  readonly home: string
  /** Runs a script of bash as root in /root. */
  run(script: string): Promise<Ended>
  remove(): void
}

/** Answers with a reason, in words, where such a layer cannot be made. */
export async function makeCleanMachine(): Promise<CleanMachine | string> {
  if (process.getuid?.() !== 0) return 'it needs root'
  const folder = mkdtempSync(join(temporaryFolder(), 'switchboard-machine-'))
  const [upper, work, merged] = ['upper', 'work', 'merged'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const home = join(upper, 'root/work')
  for (const path of [work, merged, home, join(upper, 'usr/local/sbin')]) mkdirSync(path, { recursive: true })
  cpSync(join(import.meta.dirname, 'systemctl.sh'), join(upper, 'usr/local/sbin/systemctl'))
  const enter = [
    'set -e',
    `mount -t overlay overlay -o lowerdir=/,upperdir=${upper},workdir=${work} ${merged}`,
    `mount -t proc proc ${merged}/proc`,
    `mount --rbind /dev ${merged}/dev`,
    `mount -t tmpfs tmpfs ${merged}/run`,
    `exec chroot ${merged} /bin/bash -c 'cd /root/work && exec bash -euo pipefail script.sh'`,
  ].join('\n')
  const run = (script: string) => {
    writeFileSync(join(home, 'script.sh'), script)
    const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter]
    const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    return runProgram('unshare', args, { env: { PATH, HOME: '/root' } })
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const tried = await run('test ! -e /opt/switchboard && ! id switchboard 2> /dev/null')
  if (tried.status === 0) return { home, run, remove }
  remove()
  return `no layer over this machine can be made, or Switchboard is installed on it: ${tried.stderr.trim()}`
}

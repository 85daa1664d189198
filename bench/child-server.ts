import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './built.ts'

export interface ChildServer {
  url: string
  port: number
  pid: number
  /** resident memory in megabytes */
  memory(): number
  stop(): Promise<void>
}

/** What `npm run serve` gives to Node. */
const nodeOptions = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts.serve.match(
  /--max-\S+/g,
) as string[]

/** Ours, as it is shipped, in a process of its own. */
export async function startSwitchboard(
  dataDir: string,
  settings: Record<string, string> = {},
  options: readonly string[] = [],
  moreOfNode: readonly string[] = [],
): Promise<ChildServer> {
  const port = await freePort()
  return start(
    [
      ...nodeOptions,
      ...moreOfNode,
      join(project, 'bin/switchboard.js'),
      'serve',
      '--port',
      String(port),
      ...options,
    ],
    { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn', ...settings },
    port,
  )
}

/** More settings and options of Node for a bare server. */
interface BareOptions {
  settings?: Record<string, string>
  moreOfNode?: readonly string[]
}

/** A bare Fastify server that answers the same bytes. */
export const startBareServer = (answers: Record<string, string>, options: BareOptions = {}) =>
  startBare('bare-server', answers, options)

/** A bare node:http server that writes the same event to every open stream. */
export const startBareStreams = (event: string, options: BareOptions = {}) =>
  startBare('bare-stream-server', { event }, options)

async function startBare(
  name: string,
  answers: Record<string, string>,
  { settings = {}, moreOfNode = [] }: BareOptions,
): Promise<ChildServer> {
  const port = await freePort()
  const script = join(project, `dist-bench/bench/${name}.js`)
  // By a file: an environment cannot hold a large answer.
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bare-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return start([...moreOfNode, script], { PORT: String(port), ANSWERS_FILE: file, ...settings }, port)
}

async function start(
  args: string[],
  environment: Record<string, string>,
  port: number,
): Promise<ChildServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Whatever happens here, no server is left behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(`${url}/health`, child)
  return {
    url,
    port,
    pid: child.pid!,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await new Promise((next) => setTimeout(next, 50))
    }
  }
  throw new Error('the server did not answer within twenty seconds')
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

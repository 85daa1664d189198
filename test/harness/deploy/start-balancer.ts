import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build-switchboard.ts'
import { freePort } from '../free-port.ts'

export type BalancerName = 'nginx' | 'haproxy'

export const balancers: readonly BalancerName[] = ['nginx', 'haproxy']

export interface Balancer {
  url: string
  /** what it noted of requests and of troubles */
  said(): string
  stop(): Promise<void>
}

type Replacements = Readonly<Record<string, string>>

/** Debian's program with the file of deploy/, in which only addresses and places are others. */
export async function startBalancer(name: BalancerName, nodePorts: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `switchboard-${name}-`))
  // nginx has its files written by an account of its own.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const nodes = Object.fromEntries(
    nodePorts.map((nodePort, index) => [`10.0.0.1${index + 1}:9991`, `127.0.0.1:${nodePort}`]),
  )
  const file = join(folder, 'configuration')
  const { source, replacements, command } = plans[name](folder, file, port)
  writeFileSync(
    file,
    replaceAll(readFileSync(join(root, 'deploy', source), 'utf8'), { ...nodes, ...replacements }),
  )
  const child = spawn(command[0]!, command.slice(1), { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const logs = ['access.log', 'error.log'].map((log) => join(folder, log))
  const said = () =>
    [output, ...logs.filter((log) => existsSync(log)).map((log) => readFileSync(log, 'utf8'))].join('\n')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilItAnswers(url, child, said)
    return { url, said, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Plan {
  source: string
  replacements: Replacements
  command: string[]
}

const isRoot = process.getuid?.() === 0

const plans: Record<BalancerName, (folder: string, file: string, port: number) => Plan> = {
  nginx(folder, file, port) {
    // Only root may write to the usual places, and be another account.
    const kinds = isRoot ? [] : ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    for (const kind of kinds) mkdirSync(join(folder, kind))
    const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    return {
      source: 'nginx.conf',
      replacements: {
        'listen 80;': `listen 127.0.0.1:${port};`,
        '/run/nginx.pid': join(folder, 'pid'),
        '/var/log/nginx': folder,
        'worker_rlimit_nofile 200000;': '',
        'worker_connections 50000;': 'worker_connections 500;',
        ...(!isRoot && { 'user www-data;': '', 'http {': ['http {', ...places].join('\n') }),
      },
      command: ['nginx', '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'],
    }
  },
  haproxy: (_folder, file, port) => ({
    source: 'haproxy.cfg',
    replacements: {
      '    bind :80\n    # TLS': `    bind 127.0.0.1:${port}\n    # TLS`,
      'log /dev/log local0': 'log stdout format raw local0',
      'maxconn 100000': 'maxconn 500',
      ...(!isRoot && { 'user haproxy': '', 'group haproxy': '', 'chroot /var/lib/haproxy': '' }),
    },
    command: ['haproxy', '-db', '-f', file],
  }),
}

/** What is not found would be silently something else than what is documented. */
function replaceAll(text: string, replacements: Replacements): string {
  let replaced = text
  for (const [from, to] of Object.entries(replacements)) {
    if (!replaced.includes(from)) throw new Error(`There is no '${from}' in the configuration`)
    replaced = replaced.replaceAll(from, to)
  }
  return replaced
}

async function untilItAnswers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let attempt = 0; attempt < 400 && child.exitCode === null; attempt += 1) {
    if ((await fetch(`${url}/health`).catch(() => undefined))?.ok) return
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error(`The balancer did not start:\n${said()}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(hard)
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RedisCluster {
  /** of all members, as REDIS_URL takes them */
  urls: string
  stop(): Promise<void>
}

const MEMBERS = 3
/** Members also listen at a port of this distance, which must exist. */
const BUS_DISTANCE = 10_000

/** Three members of one Redis cluster, which share the keys and channels among them. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-redis-'))
  const members: ChildProcess[] = []
  const ports: number[] = []
  async function stop() {
    for (const member of members) {
      const ended = new Promise((done) => member.once('exit', done))
      if (member.exitCode !== null) continue
      member.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    while (ports.length < MEMBERS) {
      const port = await freeLowPort(ports)
      ports.push(port)
      members.push(startMember(port, folder))
    }
    const addresses = ports.map((port) => `127.0.0.1:${port}`)
    await untilDone(() => ask(ports[MEMBERS - 1]!, 'PING'))
    await untilDone(() =>
      execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' }),
    )
    for (const port of ports) {
      await untilDone(() => {
        if (!ask(port, 'CLUSTER', 'INFO').includes('cluster_state:ok')) throw new Error('not yet')
      })
    }
    return { urls: addresses.map((address) => `redis://${address}`).join(','), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startMember(port: number, folder: string): ChildProcess {
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'no',
    'cluster-enabled': 'yes',
    'cluster-config-file': `nodes-${port}.conf`,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  return spawn('redis-server', args, { stdio: 'ignore' })
}

const ask = (port: number, ...command: string[]) =>
  execFileSync('redis-cli', ['-p', String(port), ...command], { encoding: 'utf8' })

async function untilDone(work: () => unknown): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      work()
      return
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((next) => setTimeout(next, 100))
    }
  }
}

/** With room above it for the port of the members among themselves. */
async function freeLowPort(taken: readonly number[]): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    if (!taken.includes(port) && (await isFree(port)) && (await isFree(port + BUS_DISTANCE))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePlace, type Place } from '../engines.ts'
import { freePort } from '../free-port.ts'
import { type RunningSwitchboard, startSwitchboard } from '../run-switchboard.ts'
import { type RunningRedis, startRedis } from '../start-redis.ts'
import { type Balancer, type BalancerName, balancers, startBalancer } from './start-balancer.ts'

/** Three real nodes, behind nginx and behind HAProxy at the same time. */
export interface BalancedFleet {
  /** of the balancers */
  readonly urls: Readonly<Record<BalancerName, string>>
  readonly nodeUrls: readonly string[]
  readonly pids: readonly number[]
  /** Stops it as an operator does, and starts it again at the same address, with today's program. */
  restart(node: number): Promise<void>
  said(): string
  stop(): Promise<void>
}

const NODES = 3
const SECRET_KEY = '0123456789abcdef'.repeat(4)

/** `program`: the folder of another build, with which the nodes begin. */
export async function startBalancedFleet(
  environment: Record<string, string>,
  program?: string,
): Promise<BalancedFleet> {
  const place: Place = await makePlace('PostgreSQL')
  const folders = Array.from({ length: NODES }, () => mkdtempSync(join(tmpdir(), 'switchboard-node-')))
  const ports: number[] = []
  while (ports.length < NODES) ports.push(await freePort())
  const nodes: (RunningSwitchboard | undefined)[] = []
  const running = new Map<BalancerName, Balancer>()
  let redis: RunningRedis | undefined
  let before = ''

  async function start(node: number, folder?: string) {
    nodes[node] = await startSwitchboard(['--development', '--port', String(ports[node])], {
      ...(folder !== undefined && { folder }),
      place: { ...place, dataDir: folders[node]! },
      environment: {
        REDIS_URL: redis!.url,
        SECRET_KEY,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'info',
        ...environment,
      },
    })
  }

  async function stopNode(node: number) {
    const ended = await nodes[node]?.stop()
    nodes[node] = undefined
    before += `${ended?.stdout ?? ''}${ended?.stderr ?? ''}`
    if (ended && ended.code !== 0) throw new Error(`A node ended with ${ended.code}: ${ended.stderr}`)
  }

  async function stop() {
    await Promise.all([...running.values()].map((balancer) => balancer.stop()))
    await Promise.all(nodes.map((node) => node?.kill()))
    await redis?.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    await place.remove()
  }

  try {
    redis = await startRedis()
    // The first one alone makes the tables and the demo.
    await start(0, program)
    await Promise.all([start(1, program), start(2, program)])
    for (const name of balancers) running.set(name, await startBalancer(name, ports))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    urls: { nginx: running.get('nginx')!.url, haproxy: running.get('haproxy')!.url },
    nodeUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    get pids() {
      return nodes.flatMap((node) => node?.pid ?? [])
    },
    async restart(node) {
      await stopNode(node)
      await start(node)
    },
    said: () =>
      [
        before,
        ...nodes.map((node) => `${node?.stdout()}${node?.stderr()}`),
        ...[...running].map(([name, balancer]) => `${name}:\n${troublesIn(balancer.said())}`),
      ].join('\n'),
    stop,
  }
}

/** Of thousands of requests, those that were not answered by a node as usual. */
const troublesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => / 5\d\d |\[(error|alert|WARNING|ALERT)\]|DOWN|UP/.test(line))
    .slice(-100)
    .join('\n')

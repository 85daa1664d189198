import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '../engines.ts'
import { freePort } from '../free-port.ts'
import { type RunningSwitchboard, startSwitchboard } from '../run-switchboard.ts'

/** One or several nodes on the same data. Each keeps its address when it is started again. */
export interface Fleet {
  readonly addresses: readonly string[]
  readonly pids: readonly number[]
  kill(node: number): Promise<void>
  start(node: number): Promise<void>
  /** What the nodes said, the newest of it. */
  said(): string
  stop(): Promise<void>
}

export interface FleetOptions {
  nodes?: number
  environment?: Record<string, string>
  /** of one node alone: `DATABASE_URL` if it has a way of its own to the database */
  environmentOf?: (node: number) => Record<string, string>
}

export async function startFleet(place: Place, options: FleetOptions = {}): Promise<Fleet> {
  const { nodes = 1, environment = {}, environmentOf = () => ({}) } = options
  const folders: string[] = []
  const running: (RunningSwitchboard | undefined)[] = []
  const ports: number[] = []
  let before = ''
  while (ports.length < nodes) ports.push(await freePort())

  async function start(node: number) {
    folders[node] ??= node === 0 ? place.dataDir : mkdtempSync(join(tmpdir(), 'switchboard-node-'))
    running[node] = await startSwitchboard(['--development', '--port', String(ports[node])], {
      place: { ...place, dataDir: folders[node]! },
      environment: { LOG_LEVEL: 'warn', HEARTBEAT_SECONDS: '2', ...environment, ...environmentOf(node) },
    })
  }
  async function kill(node: number) {
    const ended = await running[node]?.kill()
    running[node] = undefined
    before = `${before}${ended?.stdout ?? ''}${ended?.stderr ?? ''}`.slice(-20_000)
  }
  async function stop() {
    for (let node = 0; node < nodes; node += 1) await kill(node)
    for (const folder of folders.slice(1)) rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (let node = 0; node < nodes; node += 1) await start(node)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    get pids() {
      return running.flatMap((node) => node?.pid ?? [])
    },
    kill,
    start,
    said: () =>
      `${before}${running.map((node) => `${node?.stdout().slice(-10_000)}${node?.stderr()}`).join('\n')}`,
    stop,
  }
}

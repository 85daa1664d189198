import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildServer, startSwitchboard } from '../child-server.ts'
import { processorSeconds } from '../process-usage.ts'

/** Several nodes on one PostgreSQL and Redis, which stay when the nodes stop. */
export interface NodeCluster {
  readonly nodes: readonly ChildServer[]
  /** processor time so far, in seconds */
  usage(): Usage
  stop(): Promise<void>
}

export interface Usage {
  nodes: number
  postgres: number
  redis: number
}

export interface Backends {
  settings: Record<string, string>
  postgresPid: number
  redisPid: number
}

export async function startNodes(count: number, backends: Backends): Promise<NodeCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-nodes-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const nodes: ChildServer[] = []
  while (nodes.length < count) {
    nodes.push(await startSwitchboard(join(folder, `node-${nodes.length}`), backends.settings))
  }
  return {
    nodes,
    usage: () => ({
      nodes: nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
      postgres: processorSeconds(backends.postgresPid),
      redis: processorSeconds(backends.redisPid),
    }),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What something cost, in microseconds for each of `count`. */
export function costOf(before: Usage, after: Usage, count: number): Usage {
  const each = (part: keyof Usage) => ((after[part] - before[part]) * 1e6) / count
  return { nodes: each('nodes'), postgres: each('postgres'), redis: each('redis') }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import { basic } from '../harness/faults/chat-cast.ts'
import { httpRequest } from '../harness/faults/http-request.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 120_000 })

describe.skipIf(!isInstalled('redis-server'))('two nodes that start while Redis is absent', () => {
  let place: Place
  let redis: RunningRedis
  let secondFolder: string
  const nodes: RunningSwitchboard[] = []
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    // Its address is known; it does not listen there yet.
    redis = await startRedis()
    await redis.kill()
    secondFolder = mkdtempSync(join(tmpdir(), 'switchboard-node-'))
    const environment = { REDIS_URL: redis.url, SECRET_KEY: '0123456789abcdef'.repeat(4) }
    for (const dataDir of [place.dataDir, secondFolder]) {
      const own = { ...place, dataDir }
      nodes.push(await startSwitchboard(['--development'], { place: own, environment }))
    }
  }, 240_000)
  afterAll(async () => {
    for (const node of nodes) await node.kill()
    await redis?.stop()
    await place.remove()
    rmSync(secondFolder, { recursive: true, force: true })
  })

  async function call(node: number, method: string, path: string, form: Record<string, string> = {}) {
    const query = new URLSearchParams(form).toString()
    const isGet = method === 'GET'
    const reply = await httpRequest({
      method,
      url: `${nodes[node]!.url}${path}${isGet ? `?${query}` : ''}`,
      headers: { ...ben, 'content-type': 'application/x-www-form-urlencoded' },
      ...(!isGet && { body: query }),
    })
    expect(reply?.status, `${method} ${path}: ${JSON.stringify(reply?.body)}`).toBe(200)
    return reply!.body
  }
  let ben: Record<string, string> = {}
  const health = async (node: number) => (await call(node, 'GET', '/health')).redis

  it('they serve, say that Redis is away, and use it when it comes', async () => {
    const { api_key: key } = await call(0, 'POST', '/api/v1/dev_fetch_api_key', {
      username: 'ben@example.com',
    })
    ben = basic('ben@example.com', key)
    for (const [index, node] of nodes.entries()) {
      expect(await health(index)).toBe('away')
      expect(node.stderr()).toContain('Redis does not respond; continuing by reading the log')
    }
    const { queue_id: queue } = await call(1, 'POST', '/api/v1/register', { event_types: '["message"]' })
    let last = -1
    /** What is sent at one node arrives at the other. */
    async function carry(content: string): Promise<number> {
      const asked = { queue_id: queue, last_event_id: String(last) }
      const waiting = call(1, 'GET', '/api/v1/events', asked)
      const began = performance.now()
      await call(0, 'POST', '/api/v1/messages', { type: 'stream', to: 'test', topic: 'redis', content })
      const { events } = await waiting
      expect(events.map((event: { message: { content: string } }) => event.message.content)).toEqual([
        content,
      ])
      last = events.at(-1).id
      return Math.round(performance.now() - began)
    }
    const without = await carry('nobody carries this')
    const began = performance.now()
    await redis.restart()
    for (const index of nodes.keys()) await expect.poll(() => health(index), { timeout: 60_000 }).toBe('ok')
    const connected = Math.round(performance.now() - began)
    const withRedis = await carry('carried by Redis')
    console.log(
      `Redis absent at startup: an event reached the other node after ${without} ms without Redis and ${withRedis} ms with it; both nodes were connected ${connected} ms after Redis came`,
    )
  })
})

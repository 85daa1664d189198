import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { root } from '../harness/build-switchboard.ts'
import { openNodes, type TestNode, type TestNodes } from '../harness/open-nodes.ts'
import { openTestServer } from '../harness/open-test-server.ts'
import { runProgram } from '../harness/run-program.ts'

const metricsOf = async ({ app }: Pick<TestNode, 'app'>) => {
  const { payload, statusCode } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  return payload
}

/** Also those that a server exports only with certain settings. */
const declared = ['metrics', 'product-metrics']
  .map((name) => readFileSync(join(root, `src/server/metrics/${name}.ts`), 'utf8'))
  .flatMap((text) => text.match(/\bswitchboard_[a-z_]+/g) ?? [])

const namesIn = (text: string) => [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name!)

function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe.skipIf(!isInstalled('redis-server'))('what two nodes tell of themselves', () => {
  let nodes: TestNodes
  beforeAll(async () => {
    nodes = await openNodes(2)
  })
  afterAll(() => nodes?.stop())

  const first = () => metricsOf(nodes.nodes[0]!)
  const second = () => metricsOf(nodes.nodes[1]!)

  it('each leadership is held by one of them', async () => {
    for (const product of ['chat', 'telephony']) {
      const held = [await first(), await second()].map((text) =>
        readValue(text, `switchboard_leader{product="${product}"}`),
      )
      expect(held.sort()).toEqual([0, 1])
    }
  })

  it('only the leader reports the outgoing queues', async () => {
    const [one, other] = [await first(), await second()]
    for (const kind of [
      'mail',
      'outgoing_webhook',
      'text',
      'fax',
      'fax_mail',
      'limit_mail',
      'voicemail_mail',
      'webhook',
    ]) {
      const series = `switchboard_outbox{kind="${kind}"}`
      expect([readValue(one, series), readValue(other, series)].sort(), kind).toEqual([0, undefined])
    }
  })

  it('commits are counted with the changes that share them', async () => {
    const before = await first()
    const { chat } = nodes.nodes[0]!.products
    const nothing = { work: async () => {} }
    await Promise.all([1, 2, 3].map(() => chat.database.write(7, nothing)))
    let after = before
    const more = (series: string) => (readValue(after, series) ?? 0) - (readValue(before, series) ?? 0)
    // A batch is counted a moment after its changes are acknowledged.
    for (
      let looks = 0;
      more('switchboard_commit_changes_sum{product="chat"}') < 3 && looks < 400;
      looks += 1
    ) {
      await new Promise((next) => setTimeout(next, 25))
      after = await first()
    }
    const commits = more('switchboard_commit_seconds_count{product="chat"}')
    expect(commits).toBeGreaterThanOrEqual(1)
    expect(commits).toBeLessThan(more('switchboard_commit_changes_sum{product="chat"}'))
  })

  it('a node that has delivered everything is not behind, and nothing waits for a connection', async () => {
    const text = await first()
    for (const product of ['chat', 'telephony']) {
      expect(readValue(text, `switchboard_events_behind{product="${product}"}`)).toBe(0)
      expect(readValue(text, `switchboard_database_waiting{product="${product}"}`)).toBe(0)
    }
  })

  it('Redis is up, and away when it is killed', async () => {
    expect(readValue(await first(), 'switchboard_redis_up')).toBe(1)
    await nodes.redis.kill()
    let up: number | undefined = 1
    for (let looks = 0; up === 1 && looks < 400; looks += 1) {
      up = readValue(await first(), 'switchboard_redis_up')
      await new Promise((next) => setTimeout(next, 25))
    }
    expect(up).toBe(0)
    await nodes.redis.restart()
  })

  it('the example dashboard asks only for what there is', async () => {
    const names = namesIn(await first())
    const { panels } = JSON.parse(readFileSync(join(root, 'docs/dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    expect(panels.length).toBeGreaterThan(10)
    const asked = new Set<string>()
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const found = expr.match(/\b(switchboard|process|nodejs)_[a-z0-9_]+/g) ?? []
        expect(found.length > 0 || expr.includes('up{'), `${title}: ${expr}`).toBe(true)
        for (const name of found) asked.add(name)
      }
    }
    for (const name of asked) {
      expect([...names, ...declared], name).toContain(name.replace(/_(bucket|sum|count)$/, ''))
    }
    const missing = names.filter(
      (name) => name.startsWith('switchboard_') && ![...asked].some((one) => one.startsWith(name)),
    )
    expect(missing).toEqual([])
  })

  it('the example alerts ask only for what there is, and are understood by Prometheus', async ({ skip }) => {
    const path = join(root, 'docs/alerts.yaml')
    const rules = readFileSync(path, 'utf8')
    const names = [...namesIn(await first()), ...declared]
    const asked = rules.match(/\b(switchboard|process|nodejs)_[a-z0-9_]+/g) ?? []
    expect(asked.length).toBeGreaterThan(15)
    for (const name of asked) expect(names, name).toContain(name.replace(/_(bucket|sum|count)$/, ''))
    const { status, stderr } = await runProgram('promtool', ['check', 'rules', path]).catch(() => ({
      status: undefined,
      stderr: '',
    }))
    if (status === undefined) return skip('promtool is not installed (Debian: prometheus)')
    expect([status, stderr]).toEqual([0, ''])
  })

  it('docs/operations.md explains each of ours', async () => {
    const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    for (const name of namesIn(await first()).filter((one) => one.startsWith('switchboard_'))) {
      expect(text).toContain(`\`${name}\``)
    }
  })
})

describe('a server that is alone, on SQLite', () => {
  let world: Awaited<ReturnType<typeof openTestServer>>
  beforeAll(async () => {
    world = await openTestServer('SQLite', { PUBLIC_URL: 'http://chat.example.com' })
  })
  afterAll(() => world.stop())

  it('leads both products, and reports nothing about Redis and connections', async () => {
    const text = await metricsOf(world)
    expect(readValue(text, 'switchboard_leader{product="chat"}')).toBe(1)
    expect(readValue(text, 'switchboard_leader{product="telephony"}')).toBe(1)
    expect(text).not.toContain('switchboard_redis_up')
    expect(readValue(text, 'switchboard_database_waiting{product="chat"}')).toBeUndefined()
    expect(readValue(text, 'switchboard_outbox{kind="mail"}')).toBe(0)
  })

  it('says 503 to balancers as soon as it is about to stop, and ends the connections of what it still answers', async () => {
    const { products } = world
    expect((await world.app.inject('/health')).statusCode).toBe(200)
    expect((await world.app.inject('/api/v1/server_settings')).headers.connection).not.toBe('close')
    products.beginToLeave()
    const health = await world.app.inject('/health')
    expect(health.statusCode).toBe(503)
    expect(health.json()).toMatchObject({ status: 'stopping' })
    const answer = await world.app.inject('/api/v1/server_settings')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.connection).toBe('close')
  })
})

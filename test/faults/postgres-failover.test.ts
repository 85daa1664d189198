import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { findCast } from '../harness/faults/chat-cast.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { aMoment, newTally, type Roamer } from '../harness/faults/roamer.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'
import { type RunningPostgres, startPostgres } from '../harness/start-postgres.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'
import { type Standby, startStandby } from '../harness/start-standby.ts'

// Real processes, on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const topic = 'failover'

describe.skipIf(!isInstalled('redis-server'))('PostgreSQL fails over to a second host', () => {
  let postgres: RunningPostgres
  let standby: Standby
  let redis: RunningRedis
  let fleet: Fleet
  let dataDir: string
  let databaseUrl: string
  beforeAll(async () => {
    postgres = await startPostgres()
    standby = await startStandby(postgres)
    // What is acknowledged is on both.
    await ask(postgres.url, `alter system set synchronous_standby_names = '*'`)
    await ask(postgres.url, 'select pg_reload_conf()')
    redis = await startRedis()
    dataDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'))
    const { host } = new URL(standby.urlOf(postgres.url))
    // The standby first: it is found out that it accepts no writes.
    databaseUrl = `${postgres.url.replace('@', `@${host},`)}?target_session_attrs=read-write`
    const environment = { REDIS_URL: redis.url, SECRET_KEY: '0123456789abcdef'.repeat(4) }
    fleet = await startFleet({ dataDir, databaseUrl, remove: async () => {} }, { nodes: 2, environment })
  }, 300_000)
  afterAll(async () => {
    await fleet?.stop()
    await standby?.stop()
    await postgres?.stop()
    await redis?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('writes go on there, nothing acknowledged is lost, and clients register again', async () => {
    const cast = await findCast(fleet.addresses, newTally())
    const ada = cast.get('ada')!.client
    const form = { event_types: ['message'], fetch_event_types: [], apply_markdown: false }
    const { body: before } = await ada.insist('POST', '/api/v1/register', { form })
    const senders = startSenders(ada)
    await senders.more(20)
    await postgres.crash()
    const crashed = performance.now()
    await standby.promote()
    const promoted = performance.now()
    await senders.more(20)
    const { acknowledged, longestMs } = await senders.stop()
    const poll = { queue_id: before.queue_id, last_event_id: before.last_event_id, dont_block: true }
    // The servers look every second.
    await expect
      .poll(async () => (await ada.insist('GET', '/api/v1/events', { form: poll })).body.code, {
        timeout: 60_000,
      })
      .toBe('BAD_EVENT_QUEUE_ID')
    console.log(
      `failover to a second PostgreSQL: promoted after ${Math.round(promoted - crashed)} ms, no write acknowledged for ${Math.round(longestMs)} ms, ${acknowledged.length} acknowledged in all; the old queue was rejected within ${Math.round(performance.now() - promoted)} ms of the promotion`,
    )
    const stored = await readTopic(ada)
    expect(new Set(stored).size).toBe(stored.length)
    expect(acknowledged.filter((text) => !stored.includes(text))).toEqual([])
    const { body: after } = await ada.insist('POST', '/api/v1/register', { form })
    await ada.insist('POST', '/api/v1/messages', { form: messageOf('after the failover') })
    const next = { queue_id: after.queue_id, last_event_id: after.last_event_id, dont_block: true }
    // A node that has yet to notice drops what it remembers of the queue, and loads it again.
    await expect
      .poll(async () => (await ada.insist('GET', '/api/v1/events', { form: next })).body.events, {
        timeout: 60_000,
      })
      .toMatchObject([{ type: 'message', message: { content: 'after the failover' } }])
  })

  it('a server that finds only standbys, or nothing, says so of each host', async () => {
    const only = databaseUrl.replace(/@[^/]*/, '@127.0.0.1:1,127.0.0.1:2')
    const { code, stderr } = await runSwitchboard(['serve', '--port', '0'], {
      environment: { DATA_DIR: dataDir, DATABASE_URL: only },
    })
    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      'PostgreSQL at 127.0.0.1:1/postgres cannot be used: nothing listens there. PostgreSQL at 127.0.0.1:2/postgres cannot be used: nothing listens there.',
    )
  })
})

const messageOf = (content: string) => ({ type: 'stream', to: 'test', topic, content })

/** Each message goes under a key of its own until it is acknowledged, by whichever node. */
function startSenders(client: Roamer) {
  const acknowledged: string[] = []
  let isOver = false
  let lastAt = performance.now()
  let longestMs = 0
  async function send(sender: number) {
    for (let number = 0; !isOver; number += 1) {
      const content = `message ${number} of ${sender}`
      const headers = { 'idempotency-key': content }
      const { status } = await client.insist('POST', '/api/v1/messages', {
        form: messageOf(content),
        headers,
      })
      expect(status).toBe(200)
      acknowledged.push(content)
      longestMs = Math.max(longestMs, performance.now() - lastAt)
      lastAt = performance.now()
      await aMoment(20)
    }
  }
  const sending = Promise.all([1, 2, 3, 4].map(send))
  // A failure is noticed at the end.
  sending.catch(() => {})
  return {
    async more(count: number) {
      const wanted = acknowledged.length + count
      const until = Date.now() + 120_000
      while (acknowledged.length < wanted) {
        if (Date.now() > until) throw new Error(`Only ${acknowledged.length} of ${wanted} were acknowledged`)
        await aMoment(20)
      }
    },
    async stop() {
      isOver = true
      await sending
      return { acknowledged, longestMs }
    },
  }
}

async function readTopic(client: Roamer): Promise<string[]> {
  const form = {
    anchor: 'newest',
    num_before: 5000,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'stream', operand: 'test' },
      { operator: 'topic', operand: topic },
    ],
  }
  const { body } = await client.insist('GET', '/api/v1/messages', { form })
  return body.messages.map((message: { content: string }) => message.content)
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

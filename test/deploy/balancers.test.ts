import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import type { ApiClient } from '../harness/api-client.ts'
import { type BalancedFleet, startBalancedFleet } from '../harness/deploy/balanced-fleet.ts'
import { balancers } from '../harness/deploy/start-balancer.ts'
import type { Roamer } from '../harness/faults/roamer.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { SocketClient } from '../harness/socket-client.ts'
import { StreamClient } from '../harness/stream-client.ts'

/** Longer than nginx keeps idle connections (2 s), and than HAProxy needs to see that a node wants to stop (1 s). */
const DRAIN_SECONDS = 3
const ROUNDS = 12

const canRun = ['nginx', 'haproxy', 'redis-server'].every((program) => isInstalled(program))

describe.skipIf(!canRun)('three nodes behind the balancers of deploy/', () => {
  let fleet: BalancedFleet
  beforeAll(async () => {
    fleet = await startBalancedFleet({ DRAIN_SECONDS: String(DRAIN_SECONDS), HEARTBEAT_SECONDS: '2' })
  }, 240_000)
  afterAll(() => fleet?.stop())

  describe.each(balancers)('%s', (name) => {
    const call = async (path: string, { as, form, files }: Call = {}) => {
      const headers: Record<string, string> = as ? { authorization: await keyOf(as) } : {}
      const body = files ?? (form && new URLSearchParams(form))
      const answer = await fetch(`${fleet.urls[name]}${path}`, {
        headers,
        ...(body && { method: 'POST', body }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
      return { status: answer.status, body: (await answer.json().catch(() => undefined)) as any }
    }
    const keyOf = async (person: string) => {
      const form = { username: `${person}@example.com` }
      const { body } = await call('/api/v1/dev_fetch_api_key', { form })
      return `Basic ${Buffer.from(`${form.username}:${body.api_key}`).toString('base64')}`
    }
    const say = (content: string) =>
      call('/api/v1/messages', { as: 'ada', form: { type: 'private', to: 'ben@example.com', content } })

    it('spreads requests over all nodes, and each sees what another has acknowledged', async () => {
      const answeredBy = () => Promise.all(fleet.nodeUrls.map(countOfSends))
      const before = await answeredBy()
      for (let round = 0; round < ROUNDS; round += 1) {
        const content = `${name} ${round}`
        expect((await say(content)).status).toBe(200)
        const query = 'anchor=newest&num_before=1&num_after=0&apply_markdown=false'
        const { body } = await call(`/api/v1/messages?${query}`, { as: 'ben' })
        expect(body.messages.at(-1).content).toBe(content)
      }
      const after = await answeredBy()
      for (const [node, count] of after.entries())
        expect(count, `node ${node}`).toBeGreaterThan(before[node]!)
    })

    it('passes an event stream on as it is written, on whichever node', async () => {
      const form = { event_types: '["message"]' }
      const { body: queue } = await call('/api/v1/register', { as: 'ben', form })
      const reader = { headers: { authorization: await keyOf('ben') } } as unknown as ApiClient
      const open = (resume: number) =>
        StreamClient.open(fleet.urls[name], reader, {
          queue_id: queue.queue_id,
          last_event_id: -1,
          resume: String(resume),
        })
      const heard: string[] = []
      let last = -1
      for (let round = 0; round < 4; round += 1) {
        const stream = await open(last)
        expect([stream.status, stream.headers['content-type']]).toEqual([
          200,
          'text/event-stream; charset=utf-8',
        ])
        await say(`${round} to a stream behind ${name}`)
        const messages = () => stream.events.filter(({ type }) => type === 'message')
        await expect.poll(() => messages().length).toBe(1)
        await expect.poll(() => stream.events.at(-1)?.type).toBe('heartbeat')
        heard.push(messages()[0].message.content)
        last = stream.last
        stream.close()
      }
      expect(heard).toEqual([0, 1, 2, 3].map((round) => `${round} to a stream behind ${name}`))
    }, 60_000)

    it('lets a poll wait for its event or its heartbeat, on whichever node', async () => {
      const form = { event_types: '["message"]' }
      const { body: queue } = await call('/api/v1/register', { as: 'ben', form })
      const poll = (last: number) =>
        call(`/api/v1/events?queue_id=${queue.queue_id}&last_event_id=${last}`, { as: 'ben' })
      const waiting = poll(queue.last_event_id)
      await say(`to a poll behind ${name}`)
      const { body } = await waiting
      expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['message'])
      const { body: beat } = await poll(body.events[0].id)
      expect(beat.events.map(({ type }: { type: string }) => type)).toEqual(['heartbeat'])
    })

    it.each(['websocket', 'polling'] as const)('keeps a socket together by %s', async (transport) => {
      const client = await SocketClient.open(fleet.urls[name], { token: 'dev-acme-key' }, [transport])
      expect(client.named('authenticated')).toHaveLength(1)
      for (const status of ['away', 'available']) {
        const answer = await fetch(`${fleet.urls[name]}/status/v2/current-user`, {
          method: 'PATCH',
          headers: {
            authorization: 'Bearer dev-acme-key',
            'x-user-id': 'primary',
            'content-type': 'application/json',
          },
          body: JSON.stringify({ main_status: { status } }),
        })
        expect(answer.status).toBe(200)
      }
      await client.untilHeard('user_status_updated', 2)
      expect(client.disconnected).toBeUndefined()
      client.close()
    })

    it('takes a large file, and gives it back from any node', async () => {
      const bytes = Buffer.alloc(5_000_000, 'switchboard ')
      const files = new FormData()
      files.set('file', new Blob([bytes]), 'large.txt')
      const { status, body } = await call('/api/v1/user_uploads', { as: 'ada', files })
      expect(status).toBe(200)
      const authorization = await keyOf('ada')
      for (let round = 0; round < 3; round += 1) {
        const got = await fetch(`${fleet.urls[name]}${body.uri}`, { headers: { authorization } })
        expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
      }
    })

    it('passes the real client address to the nodes, and hides /metrics from outside', async () => {
      for (const path of ['/metrics', '/%6detrics', '/metric%73']) {
        expect((await call(path)).status, path).toBe(404)
      }
      // Somebody guesses keys until they are refused; somebody at another address is not, and cannot be them.
      const guess = (localAddress: string, claimed: string) =>
        statusOf(`${fleet.urls[name]}/api/v1/users/me`, localAddress, {
          authorization: `Basic ${Buffer.from(`nobody@example.com:${'x'.repeat(32)}`).toString('base64')}`,
          'x-forwarded-for': claimed,
        })
      const guesser = name === 'nginx' ? '127.0.1.2' : '127.0.1.3'
      let status = 401
      for (let guesses = 0; status === 401 && guesses < 300; guesses += 1) {
        status = await guess(guesser, `192.0.2.${guesses % 250}`)
      }
      expect(status).toBe(429)
      expect(await guess(guesser.replace('.1.', '.2.'), guesser)).toBe(401)
    })
  })

  it('all nodes are restarted one after another under load: no request fails, nothing is lost or doubled', async () => {
    const { tally } = await runTrial({
      name: 'rolling restart behind nginx and HAProxy',
      fleet: {
        addresses: Object.values(fleet.urls),
        get pids() {
          return fleet.pids
        },
        said: fleet.said,
        kill: async () => {},
        start: async () => {},
        stop: async () => {},
      },
      async fault({ chat, afterMore }) {
        // Many short requests that no balancer may repeat, on connections that are kept.
        const hurried = hurry(chat.cast.get('ada')!.client)
        for (let node = 0; node < fleet.nodeUrls.length; node += 1) {
          await fleet.restart(node)
          await untilKnown(fleet.nodeUrls[node]!)
          await afterMore(20)
        }
        expect(await hurried.stop()).toBeGreaterThan(100)
        return fleet.nodeUrls.length
      },
    })
    const failed = { unanswered: tally.unanswered, troubles: Object.fromEntries(tally.troubles) }
    if (tally.unanswered > 0 || tally.troubles.size > 0) console.log(fleet.said())
    expect(failed).toEqual({ unanswered: 0, troubles: {} })
  }, 240_000)
})

interface Call {
  as?: string
  form?: Record<string, string>
  files?: FormData
}

const HURRIED = 12

/** Asks again as soon as there is an answer. */
function hurry(client: Roamer): { stop(): Promise<number> } {
  let isOver = false
  let answers = 0
  const asking = Array.from({ length: HURRIED }, async () => {
    while (!isOver) {
      const form = { status: 'active', new_user_input: 'false', ping_only: 'true' }
      const reply = await client.attempt('POST', '/api/v1/users/me/presence', { form })
      if (reply?.status === 200) answers += 1
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(asking)
      return answers
    },
  }
}

/** The next node is only stopped when the balancers send something to this one again. */
async function untilKnown(nodeUrl: string): Promise<void> {
  for (let looks = 0; (await countOfSends(nodeUrl)) < 5; looks += 1) {
    if (looks === 600) throw new Error(`${nodeUrl} gets no requests`)
    await new Promise((next) => setTimeout(next, 50))
  }
}

async function countOfSends(nodeUrl: string): Promise<number> {
  const text = await (await fetch(`${nodeUrl}/metrics`)).text()
  const line =
    /^switchboard_http_request_seconds_count\{method="POST",route="\/api\/v1\/messages",status="200"\} (\d+)$/m
  return Number(line.exec(text)?.[1] ?? 0)
}

function statusOf(url: string, localAddress: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { localAddress, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode!))
    })
    asked.once('error', reject)
    asked.end()
  })
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { acmeCaller, type DemoCaller, demoCaller } from '../harness/demo-caller.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { eventually } from '../harness/fax-world.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import { type RunningPgBouncer, startPgBouncer } from '../harness/start-pgbouncer.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const SECRET_KEY = '0123456789abcdef'.repeat(4)
/** Two servers have more than forty connections. */
const SESSIONS = 16
const AT_ONCE = 30

const metric = async ({ url }: RunningSwitchboard, line: string) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return text
    .split('\n')
    .find((one) => one.startsWith(line))
    ?.split(' ')
    .pop()
}

const leads = (server: RunningSwitchboard, product: string) =>
  metric(server, `switchboard_leader{product="${product}"}`)

async function nextMessage(caller: DemoCaller, queue: string): Promise<string> {
  const { events } = await caller.call('GET', '/events', { queue_id: queue, last_event_id: '-1' })
  return events.find((event: { type: string }) => event.type === 'message')?.message.content
}

describe.skipIf(!isInstalled('pgbouncer') || !isInstalled('redis-server'))(
  'PgBouncer in transaction mode',
  () => {
    let place: Place
    let bouncer: RunningPgBouncer
    let redis: RunningRedis
    let environment: Record<string, string>
    const servers: RunningSwitchboard[] = []
    const start = async (more: Record<string, string> = {}) => {
      const server = await startSwitchboard(['--development'], { environment: { ...environment, ...more } })
      servers.push(server)
      return server
    }
    const run = (...args: string[]) => runSwitchboard(args, { environment })
    beforeAll(async () => {
      place = await makePlace('PostgreSQL')
      bouncer = await startPgBouncer(place.databaseUrl!, SESSIONS)
      redis = await startRedis()
      environment = { DATABASE_URL: bouncer.url, DATA_DIR: place.dataDir, SECRET_KEY }
    })
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await redis.stop()
      await bouncer.stop()
      await place.remove()
    })

    it('migrations run through it, of two processes at once', async () => {
      const both = await Promise.all([run('migrate'), run('migrate')])
      expect(both).toMatchObject([{ code: 0 }, { code: 0 }])
    })

    it('a single server learns of the writes of commands, and keeps others out', async () => {
      const server = await start()
      expect([await leads(server, 'chat'), await leads(server, 'telephony')]).toEqual(['1', '1'])
      const ada = await demoCaller(server.url, 'ada')
      const { queue_id: queue } = await ada.call('POST', '/register', { event_types: '["realm_user"]' })
      const made = await run('create-user', 'new@example.com', 'New Person')
      expect([made.code, made.stderr]).toEqual([0, ''])
      const { events } = await ada.call('GET', '/events', { queue_id: queue, last_event_id: '-1' })
      expect(events[0]).toMatchObject({ type: 'realm_user', op: 'add' })
      const second = await runSwitchboard(['serve', '--port', '0'], {
        environment: { ...environment, DATA_DIR: `${place.dataDir}/second` },
      })
      expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Several servers need Redis')])
      await server.stop()
      servers.pop()
    })

    it('two servers serve chat, files and phones with fewer sessions than requests, and one of them leads', async () => {
      environment = { ...environment, REDIS_URL: redis.url }
      const one = await start({ DATA_DIR: `${place.dataDir}/one` })
      const two = await start({ DATA_DIR: `${place.dataDir}/two` })
      const [ben, ada] = [await demoCaller(one.url, 'ben'), await demoCaller(two.url, 'ada')]
      const { queue_id: queue } = await ada.call('POST', '/register', { event_types: '["message"]' })
      const sent = { type: 'stream', to: 'test', topic: 'pool' }
      await ben.call('POST', '/messages', { ...sent, content: 'through the pooler' })
      expect(await nextMessage(ada, queue)).toBe('through the pooler')

      const [first, second] = [acmeCaller(one.url), acmeCaller(two.url)]
      const mixed = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, index) => {
          const caller = index % 2 === 0 ? ben : ada
          const { id } = await caller.call('POST', '/messages', { ...sent, content: `number ${index}` })
          const path = await caller.upload(Buffer.from(`file ${index}`), `${index}.txt`)
          const file = await (index % 2 === 0 ? first : second).addFile(Buffer.from(`note ${index}`))
          const found = await (index % 2 === 0 ? second : first).download(file)
          const other = await (index % 2 === 0 ? ada : ben).fetch(path)
          return [typeof id, found.bytes.toString(), other.status]
        }),
      )
      expect(mixed).toEqual(
        Array.from({ length: AT_ONCE }, (_, index) => ['number', `note ${index}`, expect.any(Number)]),
      )
      const { messages } = await ada.call('GET', '/messages', {
        anchor: 'newest',
        num_before: '200',
        num_after: '0',
        narrow: '[["topic","pool"]]',
      })
      expect(messages).toHaveLength(AT_ONCE + 1)

      for (const product of ['chat', 'telephony']) {
        expect([await leads(one, product), await leads(two, product)].sort()).toEqual(['0', '1'])
      }
      const leader = (await leads(one, 'chat')) === '1' ? one : two
      const other = leader === one ? two : one
      await leader.kill()
      await eventually('the other one leads', async () => (await leads(other, 'chat')) === '1')
      expect((await run('move', '--to', `sqlite:${place.dataDir}/away`)).stderr).toMatch(/server/i)
      const caller = await demoCaller(other.url, 'ben')
      expect((await caller.call('POST', '/messages', { ...sent, content: 'after' })).result).toBe('success')
      expect(leader.stderr() + other.stderr()).not.toMatch(/prepared statement|does not exist|"level":50/)
    })

    it('without being told, the server says what is wrong', async () => {
      const wrong = async (url: string) => {
        const { code, stderr } = await runSwitchboard(['list-users'], {
          environment: { ...environment, DATABASE_URL: url },
        })
        expect(code).not.toBe(0)
        return stderr
      }
      expect(await wrong(bouncer.plainUrl)).toContain('pooler=transaction')
      expect(await wrong(`${bouncer.plainUrl}?pooler=statement`)).toContain("pooler must be 'transaction'")
    })
  },
)

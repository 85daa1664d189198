import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createDemoOrganization,
  type DemoOrganization,
} from '../../../src/chat/demo/create-demo-organization.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { createServer } from '../../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../../src/server/start/open-products.ts'
import { ACME_KEY, createDemoCompanies } from '../../../src/telephony/demo/create-demo-companies.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines, makePlace, type Place } from '../../harness/engines.ts'
import { eventsDelivered } from '../../harness/events-delivered.ts'
import { type RunningRedis, startRedis } from '../../harness/start-redis.ts'
import { TelephonyClient } from '../../harness/telephony-client.ts'
import { TestClock } from '../../harness/test-clock.ts'
import { readMessages } from '../messages/message-requests.ts'
import { eventually } from './scheduling.ts'

describe.each(engines)('Scheduled messages and several lives of a server, on %s', (engine) => {
  let place: Place
  let demo: DemoOrganization
  const clock = new TestClock()
  const running = new Set<Server>()
  let redis: RunningRedis | undefined
  beforeAll(async () => {
    place = await makePlace(engine)
    // Several servers on one PostgreSQL need it.
    redis = engine === 'PostgreSQL' ? await startRedis() : undefined
    const server = await start()
    demo = await createDemoOrganization(server.products.chat, undefined)
    await createDemoCompanies(server.products.telephony)
    await server.stop()
  })
  afterAll(async () => {
    for (const server of running) await server.stop()
    await redis?.stop()
    await place.remove()
  })

  interface Server {
    app: FastifyInstance
    products: Products
    ben(): ApiClient
    stop(): Promise<void>
  }

  async function start(): Promise<Server> {
    const config = readConfig(
      { development: true },
      {
        DATA_DIR: place.dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
        ...(redis && { REDIS_URL: redis.url }),
        LOG_LEVEL: 'error',
      },
    )
    const log = createLogger(config.logLevel)
    const products = await openProducts(config, log, clock)
    const app = createServer(products, log)
    await app.ready()
    const server: Server = {
      app,
      products,
      ben: () => {
        const { email, api_key_sealed: sealed } = demo.people.ben
        return new ApiClient(app, { email, key: products.chat.secrets.decrypt(sealed) })
      },
      async stop() {
        running.delete(server)
        await app.close()
        await products.stop()
      },
    }
    running.add(server)
    return server
  }

  const schedule = async (client: ApiClient, contents: readonly string[]) => {
    for (const content of contents) {
      const answer = await client.post('/scheduled_messages', {
        type: 'stream',
        to: 'test',
        topic: 'later',
        content,
        scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + 3600,
      })
      expect(answer.status).toBe(200)
    }
  }
  const sent = async (client: ApiClient) =>
    (await readMessages(client, [{ operator: 'topic', operand: 'later' }], { apply_markdown: false })).map(
      (message: { content: string }) => message.content,
    )
  const allSent = async ({ ben, products }: Awaited<ReturnType<typeof start>>) => {
    await eventually(
      async () => (await ben().get('/scheduled_messages')).body.scheduled_messages.length === 0,
    )
    await eventsDelivered({ chat: products.chat, demo })
  }

  it('what became due while nobody was there is sent once by the next life', async () => {
    const first = await start()
    await schedule(first.ben(), ['after a restart'])
    await first.stop()
    clock.advance(7200)
    const second = await start()
    await allSent(second)
    expect(await sent(second.ben())).toEqual(['after a restart'])
    await second.stop()
    const third = await start()
    await schedule(third.ben(), ['next'])
    clock.advance(3601)
    await allSent(third)
    expect(await sent(third.ben())).toEqual(['after a restart', 'next'])
    await third.stop()
  })

  it('a status that ended while nobody was there is cleared by the next life, in the chat and on the phones', async () => {
    const phones = ({ app }: Server) =>
      new TelephonyClient(app, { authorization: `Bearer ${ACME_KEY}`, 'x-user-id': 'primary' })
    const path = '/status/v2/current-user'
    const inChat = async ({ ben }: Server) =>
      (await ben().get(`/users/${demo.people.ben.id}/status`)).body.status
    const first = await start()
    const clearAt = Math.floor(clock.now() / 1000) + 3600
    await first.ben().post('/users/me/status', { do_not_disturb: true, clear_at: clearAt })
    const date = new Date(clearAt * 1000).toISOString()
    await phones(first).patch(path, { main_status: { status: 'do_not_disturb' }, clear_at: date })
    expect(await inChat(first)).toEqual({ do_not_disturb: true, clear_at: clearAt })
    await first.stop()
    clock.advance(7200)
    const second = await start()
    await eventually(async () => (await inChat(second)).do_not_disturb === undefined)
    await eventually(async () => (await phones(second).get(path)).body.main_status.status === 'available')
    await second.stop()
  })

  // A second server on the same SQLite folder does not start.
  it.skipIf(engine === 'SQLite')('two servers on the same data: each message is sent once', async () => {
    const [one, other] = [await start(), await start()]
    const contents = Array.from({ length: 20 }, (_, index) => `shared ${index}`)
    await schedule(one.ben(), contents.slice(0, 10))
    await schedule(other.ben(), contents.slice(10))
    // Both have all of them before any is due.
    for (const { products } of [one, other]) {
      const { chat } = products
      const head = Math.max(
        one.products.chat.follower.seen(demo.realm.id),
        other.products.chat.follower.seen(demo.realm.id),
      )
      await eventually(async () => chat.follower.seen(demo.realm.id) >= head)
    }
    clock.advance(3601)
    await allSent(one)
    await allSent(other)
    // Without Redis a server sees within a second what the other one has sent.
    await expect
      .poll(async () =>
        (await sent(one.ben())).filter((content: string) => content.startsWith('shared')).sort(),
      )
      .toEqual([...contents].sort())
    await one.stop()
    await other.stop()
  })
})

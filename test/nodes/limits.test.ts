import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/logging/log.ts'
import { openRedis } from '../../src/platform/redis/open-redis.ts'
import { createRedisTally } from '../../src/platform/redis/redis-tally.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { serverLimits } from '../../src/server/http/server-limits.ts'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { ApiClient } from '../harness/api-client.ts'
import { type ChatNodes, openChatNodes } from '../harness/chat-nodes.ts'
import { eventually, openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'
import { SocketClient } from '../harness/socket-client.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

describe('sockets on three nodes', () => {
  let world: PhoneNodes
  let urls: string[]
  const close: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    world = await openPhoneNodes(3)
    urls = []
    for (const { products } of world.nodes) {
      const limits = { ...serverLimits, socketsPerKey: 3, strangersPerNetwork: 4 }
      const app = createServer(products, createLogger('silent'), undefined, limits)
      urls.push(await app.listen({ host: '127.0.0.1', port: 0 }))
      close.push(() => app.close())
    }
  })
  afterAll(async () => {
    for (const each of close) await each()
    await world?.stop()
  })

  const connect = (node: number) => SocketClient.connect(urls[node]!)
  const authenticate = (client: SocketClient) => client.authenticate({ token: ACME_KEY })

  it('are counted together for each API key, and given back when one closes', async () => {
    const clients = [await connect(0), await connect(1), await connect(2)]
    for (const client of clients) expect((await authenticate(client)).name).toBe('authenticated')
    const refused = await authenticate(await connect(1))
    expect(refused).toMatchObject({ name: 'exception', payload: { status: 429 } })
    clients[0]!.close()
    const another = await eventually(async () => {
      const client = await connect(2)
      expect((await authenticate(client)).name).toBe('authenticated')
      return client
    })
    for (const client of [...clients.slice(1), another]) client.close()
  })

  it('are counted together for each network while they have not said who they are', async () => {
    // On a busy machine the first may be hung up on for their silence before the last is there: then once more.
    const silent = await eventually(async () => {
      const clients = [await connect(0), await connect(0), await connect(1), await connect(1)]
      try {
        // None of them is on this node, so that none can make room.
        await expect(connect(2).then((client) => client.close())).rejects.toThrow()
      } catch (error) {
        for (const client of clients) client.close()
        throw error
      }
      return clients
    })
    // Here the oldest silent one goes.
    silent.push(await connect(0))
    await silent[0]!.until(() => silent[0]!.disconnected !== undefined, 'the end of the oldest')
    for (const client of silent) client.close()
    await eventually(async () => (await connect(2)).close())
  })

  it('are counted by each node for itself while Redis is away', async () => {
    await world.redis.kill()
    const clients: SocketClient[] = []
    for (const node of [0, 0, 0, 1]) {
      const client = await connect(node)
      expect((await authenticate(client)).name).toBe('authenticated')
      clients.push(client)
    }
    expect((await authenticate(await connect(0))).payload).toMatchObject({ status: 429 })
    for (const client of clients) client.close()
    await world.redis.restart()
  })
})

describe('what a node holds', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())
  /** long enough for a busy machine to renew it in time */
  const LEASE_MS = 5000

  const openNode = async () => {
    const connection = await openRedis([redis.url], 'limits:', createLogger('silent'))
    const tally = createRedisTally(connection, 'things', LEASE_MS)
    return { tally, connection }
  }

  it('is not counted any more some time after the node has died, and stays counted while it lives', async () => {
    const [dying, living, asking] = [await openNode(), await openNode(), await openNode()]
    expect(await dying.tally.take('key', 2)).toBe(true)
    expect(await living.tally.take('key', 2)).toBe(true)
    expect(await asking.tally.take('key', 2)).toBe(false)
    // It gives no sign any more.
    dying.tally.stop()
    await eventually(async () => expect(await asking.tally.take('key', 2)).toBe(true))
    expect(await asking.tally.hasRoom('key', 2)).toBe(false)
    for (const { tally, connection } of [dying, living, asking]) {
      tally.stop()
      await connection.close()
    }
  })

  it('is known again soon after Redis has lost everything', async () => {
    const [holding, asking] = [await openNode(), await openNode()]
    expect(await holding.tally.take('other', 1)).toBe(true)
    await redis.restart()
    await eventually(async () => {
      expect([holding.connection.isUp, asking.connection.isUp]).toEqual([true, true])
      expect(await asking.tally.hasRoom('other', 1)).toBe(false)
    })
    for (const { tally, connection } of [holding, asking]) {
      tally.stop()
      await connection.close()
    }
  })
})

describe('failed sign-ins on three nodes', () => {
  let cluster: ChatNodes
  beforeAll(async () => {
    cluster = await openChatNodes(3)
  })
  afterAll(() => cluster?.stop())

  it('are counted together for an account', async () => {
    const { ben } = cluster.demo.people
    const signIn = (node: number) =>
      new ApiClient(cluster.nodes[node]!.app).post('/fetch_api_key', {
        username: ben.email,
        password: 'wrong',
      })
    const statuses: number[] = []
    for (const node of [0, 1, 2, 0, 1, 2]) statuses.push((await signIn(node)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, 5)).not.toContain(429)
  })
})

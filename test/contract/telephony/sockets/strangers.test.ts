import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY, createDemoCompanies } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { engines } from '../../../harness/engines.ts'
import { openTestServer, type TestServer } from '../../../harness/open-test-server.ts'
import { SocketClient } from '../../../harness/socket-client.ts'

const settings = { PUBLIC_URL: 'http://phones.example.com', TRUSTED_PROXIES: '127.0.0.1' }

describe.each(engines)('connections that have not said who they are, on %s', (engine) => {
  let server: TestServer
  let url: string
  const clients: SocketClient[] = []
  beforeAll(async () => {
    server = await openTestServer(engine, settings, { strangers: 6, strangersPerNetwork: 3 })
    await createDemoCompanies(server.products.telephony)
    url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await server.stop()
  })

  const connectFrom = async (address: string) => {
    const client = await SocketClient.connect(url, ['websocket'], { 'x-forwarded-for': address })
    clients.push(client)
    return client
  }
  const gone = (client: SocketClient) => client.until(() => client.disconnected !== undefined, 'the end')

  it('too many of one address: the oldest silent one goes, and comes back by itself; others are left alone', async () => {
    const other = await connectFrom('198.51.100.7')
    const silent: SocketClient[] = []
    for (let count = 0; count < 3; count += 1) silent.push(await connectFrom('192.0.2.1'))
    const fresh = await connectFrom('192.0.2.1')
    await gone(silent[0]!)
    expect(silent[0]!.disconnected).toBe('transport close')
    expect(silent.slice(1).map(({ disconnected }) => disconnected)).toEqual([undefined, undefined])
    expect(other.disconnected).toBeUndefined()
    for (const client of [fresh, other, silent[1]!, silent[2]!]) {
      expect((await client.authenticate({ token: ACME_KEY })).name).toBe('authenticated')
    }
  })

  it('too many in total: the address with the most loses one, and signed-in clients do not count', async () => {
    const known: SocketClient[] = []
    for (let count = 0; count < 8; count += 1) {
      const client = await connectFrom(`203.0.113.${count}`)
      expect((await client.authenticate({ token: ACME_KEY })).name).toBe('authenticated')
      known.push(client)
    }
    const many = [
      await connectFrom('192.0.2.2'),
      await connectFrom('192.0.2.2'),
      await connectFrom('192.0.2.2'),
    ]
    const few = [
      await connectFrom('192.0.2.3'),
      await connectFrom('192.0.2.3'),
      await connectFrom('192.0.2.4'),
    ]
    const last = await connectFrom('192.0.2.5')
    await gone(many[0]!)
    for (const client of [...many.slice(1), ...few, ...known]) expect(client.disconnected).toBeUndefined()
    expect((await last.authenticate({ token: ACME_KEY })).name).toBe('authenticated')
  })

  it('a whole IPv6 network counts as one', async () => {
    const [first] = [
      await connectFrom('2001:db8:1:2::1'),
      await connectFrom('2001:db8:1:2::2'),
      await connectFrom('2001:db8:1:2::3'),
    ]
    await connectFrom('2001:db8:1:2::4')
    await gone(first!)
  })
})

describe.each(engines)('a key that is good, on %s', (engine) => {
  let server: TestServer
  let url: string
  beforeAll(async () => {
    server = await openTestServer(engine, settings, { socketsPerKey: 1 })
    await createDemoCompanies(server.products.telephony)
    url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.stop())

  const busy = async (client: SocketClient, status: number) => {
    const told = await client.authenticate({ token: ACME_KEY })
    expect(told).toMatchObject({ name: 'exception', payload: { status } })
    await client.until(() => client.disconnected !== undefined, 'the end')
    // Clients come back by themselves after this, and do not after 'io server disconnect'.
    expect(client.disconnected).toBe('transport close')
    expect(client.named('unauthorized')).toEqual([])
  }

  it.each(['websocket', 'polling'] as const)(
    'by %s: is not called invalid when the database fails, and is taken afterwards',
    async (transport) => {
      const { apiKeys } = server.products.telephony
      const { get, peek } = apiKeys
      apiKeys.peek = () => undefined
      apiKeys.get = () => Promise.reject(new Error('connection lost'))
      try {
        await busy(await SocketClient.connect(url, [transport]), 503)
      } finally {
        Object.assign(apiKeys, { get, peek })
      }
      const again = await SocketClient.connect(url, [transport])
      expect((await again.authenticate({ token: ACME_KEY })).name).toBe('authenticated')
      again.close()
    },
  )

  it('is not called invalid when it has too many sockets', async () => {
    let first = await SocketClient.open(url, { token: ACME_KEY })
    // The one of the test before may still be counted.
    while (first.heard[0]!.name !== 'authenticated') first = await SocketClient.open(url, { token: ACME_KEY })
    await busy(await SocketClient.connect(url), 429)
    first.close()
  })

  it('is not called invalid when the database is so slow that the time to authenticate passes', async () => {
    const { apiKeys } = server.products.telephony
    const { get, peek } = apiKeys
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    apiKeys.peek = () => undefined
    apiKeys.get = (async (hash: string) => {
      await asked
      return get.call(apiKeys, hash)
    }) as typeof get
    const silent = await SocketClient.connect(url)
    const slow = await SocketClient.connect(url)
    slow.socket.emit('authenticate', { token: ACME_KEY })
    try {
      // Somebody who says nothing has been hung up on, so the time has passed for both.
      await silent.untilHeard('unauthorized')
      expect(silent.heard[0]!.payload.data.code).toBe('authentication_timeout')
      expect(slow.heard).toEqual([])
    } finally {
      Object.assign(apiKeys, { get, peek })
      answer()
    }
    await slow.until(() => slow.heard.length > 0, 'an answer')
    expect(slow.heard[0]!.name).toBe('authenticated')
    slow.close()
  })
})

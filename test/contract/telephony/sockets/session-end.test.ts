import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/telephony/company/api-keys/create-api-key.ts'
import { announceChanged } from '../../../../src/telephony/company/audit/record-change.ts'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import { numbersOf, type SocketWorld, startSocketWorld } from './socket-world.ts'

const ended = (client: SocketClient) =>
  client.until(() => client.disconnected !== undefined, 'the end of the connection')

describe.each(engines)('the end of a session on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  const newKey = async (expiresAt: number | null = null) => {
    const key = { name: 'other', scopes: ['read'] as const, expiresAt }
    return createApiKey(world.telephony, world.demo.acme.actor, key)
  }

  it('a revoked key ends its sockets, before they hear more, and leaves those of other keys', async () => {
    const { telephony, demo } = world
    const companyId = demo.acme.company.id
    const { key, id } = await newKey()
    const [revoked, other] = [await world.asAda({ token: key }), await world.asAda()]
    await world.announce(wholeCompany, 1)
    await revoked.untilHeard('extension.subscriber.updated')
    await telephony.transact(companyId, async (tx) => {
      await tx.db.deleteFrom('api_keys').where('company_id', '=', companyId).where('id', '=', id).execute()
      announceChanged(tx, 'api_key', id)
      tx.announce({
        type: 'extension.subscriber.updated',
        audience: wholeCompany,
        payload: { extension_id: 'e', number: 2, pbx: 'p', state: 'SLEEPING', call_status: 'idle' },
      })
    })
    await revoked.untilHeard('unauthorized')
    await ended(revoked)
    await other.untilHeard('extension.subscriber.updated', 2)
    expect(numbersOf(revoked)).toEqual([1])
    expect(numbersOf(other)).toEqual([1, 2])
    expect((await world.asAda({ token: key })).heard[0]!.name).toBe('unauthorized')
  })

  it('a key that is deleted, or loses the scope read, ends its sockets', async () => {
    const [deleted, narrowed] = [await newKey(), await newKey()]
    const clients = [await world.asAda({ token: deleted.key }), await world.asAda({ token: narrowed.key })]
    expect((await world.ada.delete(`/api-keys/${deleted.id}`)).status).toBe(200)
    expect((await world.ada.patch(`/api-keys/${narrowed.id}`, { scopes: ['write'] })).status).toBe(200)
    for (const client of clients) {
      await client.untilHeard('unauthorized')
      await ended(client)
    }
  })

  it('a key that expires ends its sockets', async () => {
    const { key } = await newKey(world.clock.now() + 3_600_000)
    const client = await world.asAda({ token: key })
    expect(client.heard[0]!.name).toBe('authenticated')
    world.clock.advance(3601)
    await client.untilHeard('unauthorized')
    await ended(client)
  })

  it('a disabled or deleted user is disconnected; a renamed one stays and misses nothing', async () => {
    const add = async (name: string) =>
      (
        await world.ada.post('/company/contacts', {
          first_name: name,
          contacts: { email: `${name}@example.com` },
        })
      ).body.id as string
    const ids = { carl: await add('carl'), dora: await add('dora'), emma: await add('emma') }
    const as = (name: string) => world.asAda({ user_email: `${name}@example.com` })
    const [carl, dora, emma] = [await as('carl'), await as('dora'), await as('emma')]
    await world.ada.patch(`/company/contacts/${ids.carl}`, { activated: false })
    await world.ada.delete(`/company/contacts/${ids.dora}`)
    await Promise.all([
      world.ada.patch(`/company/contacts/${ids.emma}`, { first_name: 'Emmy' }),
      world.announce(wholeCompany, 1),
      world.ada.patch(`/company/contacts/${ids.emma}`, { first_name: 'Emilia' }),
      world.announce(wholeCompany, 2),
    ])
    for (const client of [carl, dora]) await ended(client)
    await emma.untilHeard('extension.subscriber.updated', 2)
    await world.announce(wholeCompany, 3)
    await emma.untilHeard('extension.subscriber.updated', 3)
    expect(numbersOf(emma)).toEqual([1, 2, 3])
    expect(numbersOf(carl)).toEqual([])
    expect(carl.named('unauthorized')).toHaveLength(1)
  })

  it('counts its sockets for those who watch the server', async () => {
    const before = await gauge()
    const client = await world.asAda()
    expect(await gauge()).toBe(before + 1)
    client.close()
    await client.until(() => client.disconnected !== undefined, 'the end')
    for (let looks = 0; (await gauge()) !== before && looks < 500; looks += 1)
      await new Promise((next) => setTimeout(next, 10))
    expect(await gauge()).toBe(before)
  })

  const gauge = async () => {
    const { payload } = await world.app.inject('/metrics')
    return Number(/^switchboard_sockets (\d+)/m.exec(payload)![1])
  }
})

describe.each(engines)('stopping a server with sockets on %s', (engine) => {
  it('is quick, with every transport, and lets clients come back', async () => {
    const world = await startSocketWorld(engine)
    const clients = [await world.asAda(), await world.asAda({}, ['polling']), await world.connect()]
    const idle = connect(Number(new URL(world.url).port), '127.0.0.1')
    idle.on('error', () => {})
    // Upgraded, and then silent: it will not answer the closing of its socket.
    idle.write(
      'GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await new Promise((next) => idle.once('data', next))
    await world.app.close()
    for (const client of clients) {
      await ended(client)
      // Not 'io server disconnect', after which clients do not come back by themselves.
      expect(['transport close', 'transport error']).toContain(client.disconnected)
    }
    idle.destroy()
    await world.stop()
  }, 5000)
})

describe.each(engines)('HTTP beside the sockets on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([
    ['GET /system/company', '', '200'],
    ['PATCH /company', '{"description":"by a client that offers HTTP/2"}', '200'],
    ['GET /ws/elsewhere', '', '404'],
  ])(
    '%s with an offer to upgrade is answered as if there was none, and the connection ends',
    async (target, body, status) => {
      const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
      let answer = ''
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text
      })
      const closed = new Promise((next) => socket.once('close', next))
      socket.write(
        `${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
          `HTTP2-Settings: AAMAAABkAAQAAP__\r\nAuthorization: Bearer ${ACME_KEY}\r\nX-User-Id: primary\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      // The body comes in a packet of its own.
      await new Promise((next) => setTimeout(next, 20))
      socket.write(body)
      await closed
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])
      expect(statuses).toEqual([status])
    },
  )
})

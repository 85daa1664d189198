import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertEvent } from '../../src/platform/events/event-store.ts'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../src/telephony/event-audience.ts'
import { numbersOf, phone } from '../contract/telephony/sockets/socket-world.ts'
import { openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'
import { SocketClient } from '../harness/socket-client.ts'

const TYPE = 'extension.subscriber.updated' as const
const event = (number: number) => ({ type: TYPE, audience: wholeCompany, payload: phone(number) })

describe('sockets on several servers', () => {
  let world: PhoneNodes
  let urls: string[]
  let companyId: number
  beforeAll(async () => {
    world = await openPhoneNodes(3)
    companyId = world.demo.acme.company.id
    urls = []
    for (const { app } of world.nodes) urls.push(await app.listen({ host: '127.0.0.1', port: 0 }))
  })
  afterAll(() => world?.stop())

  const announce = (node: number, ...numbers: number[]) =>
    world.telephony(node).transact(companyId, async (tx) => {
      for (const number of numbers) tx.announce(event(number))
    })
  const open = (node: number, more: object = {}) =>
    SocketClient.open(urls[node]!, { token: ACME_KEY, ...more })
  const until = (client: SocketClient, last: number) =>
    client.until(() => numbersOf(client).at(-1) === last, `number ${last}`)

  it('every socket receives the events of every server, once and in order', async () => {
    const clients = [await open(0), await open(1), await open(2), await open(1)]
    for (let number = 1; number <= 60; number += 1) await announce(number % 3, number)
    // And several at once, whose order is the log's.
    await Promise.all([0, 1, 2].map((node) => announce(node, 100 + node, 200 + node)))
    await announce(0, 999)
    const expected = Array.from({ length: 60 }, (_, index) => index + 1)
    for (const client of clients) {
      await until(client, 999)
      expect(numbersOf(client).slice(0, 60)).toEqual(expected)
      expect(numbersOf(client)).toEqual(numbersOf(clients[0]!))
      expect(numbersOf(client)).toHaveLength(67)
      expect(client.named('events.missed')).toEqual([])
      client.close()
    }
  })

  it('a client that wanders from server to server while others write misses and doubles nothing', async () => {
    const total = 200
    const first = await open(0)
    let last = first.heard[0]!.payload.last_event_id
    first.close()
    let written = 0
    const writing = (async () => {
      for (; written < total; written += 1) await announce(written % 3, written)
    })()
    const heard: number[] = []
    for (let visits = 1; heard.length < total && visits < 200; visits += 1) {
      const client = await open(visits % 3, { last_event_id: last })
      await client.until(() => client.events.length >= 7 || numbersOf(client).at(-1) === total - 1, 'some')
      client.close()
      heard.push(...numbersOf(client))
      last = client.events.at(-1)?.eventId ?? last
    }
    await writing
    expect(heard).toEqual(Array.from({ length: total }, (_, index) => index))
  })

  it('a client that knows an event of one server is not rejected as ahead of the log by another', async () => {
    const there = await open(0)
    await announce(0, 1)
    await until(there, 1)
    const last = there.events.at(-1)!.eventId
    there.close()
    const here = await open(2, { last_event_id: last })
    await announce(1, 2)
    await until(here, 2)
    expect(numbersOf(here)).toEqual([2])
    expect(here.named('events.missed')).toEqual([])
    here.close()
  })

  it('a key that is revoked on one server ends the sockets on the others', async () => {
    const { body } = await world.ada(0).post('/api-keys', { name: 'Ends', scopes: ['read', 'write'] })
    const client = await SocketClient.open(urls[1]!, { token: body.key })
    const statuses: (number | undefined)[] = []
    await world.ada(2).delete(`/api-keys/${body.id}`)
    // It may be cut off before it is answered.
    client.socket.emit('texting.message.markAsRead', {}, (answer: { error?: { status: number } }) =>
      statuses.push(answer.error?.status),
    )
    await client.until(() => client.disconnected !== undefined, 'the end')
    expect(statuses.filter((status) => status !== 401)).toEqual([])
  })

  it('events pruned from the log before a server has read them are reported as missed', async () => {
    const client = await open(1)
    await announce(0, 1)
    await until(client, 1)
    const from = client.events.at(-1)!.eventId!
    // Two events that nobody can read any more, and one that nobody tells of.
    await world.telephony(0).database.write(companyId, {
      async work({ db, sequence }) {
        const positions = await sequence(companyId, 'events')
        positions.value += 3
        await insertEvent(
          db,
          { tenant: companyId, position: positions.value, ...event(2) },
          world.clock.now(),
        )
      },
    })
    await until(client, 2)
    expect(client.named('events.missed').map(({ payload }) => payload)).toEqual([
      { last_event_id: from, oldest_event_id: from + 3 },
    ])
    await announce(2, 3)
    await until(client, 3)
    expect(numbersOf(client)).toEqual([1, 2, 3])
    client.close()
  })

  it('without Redis events come late, but all of them, once and in order', async () => {
    const clients = [await open(0), await open(1), await open(2)]
    await announce(0, 1)
    await world.redis.kill()
    for (let number = 2; number <= 9; number += 1) await announce(number % 3, number)
    for (const client of clients) await until(client, 9)
    await world.redis.restart()
    for (let number = 10; number <= 20; number += 1) await announce(number % 3, number)
    for (const client of clients) {
      await until(client, 20)
      expect(numbersOf(client)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
      client.close()
    }
  })
})

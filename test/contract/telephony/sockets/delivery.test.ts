import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nobody, wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { engines } from '../../../harness/engines.ts'
import { SocketClient } from '../../../harness/socket-client.ts'
import { numbersOf, type SocketWorld, startSocketWorld } from './socket-world.ts'

describe.each(engines)('who hears what on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  it('what is for the company reaches all its users, and no other company', async () => {
    const [ada, ben, hank] = [await world.asAda(), await world.asBen(), await world.asHank()]
    await world.announce(wholeCompany, 1, 2)
    await world.hank.patch('/status/v2/current-user', { main_status: { status: 'away' } })
    for (const client of [ada, ben]) await client.untilHeard('extension.subscriber.updated', 2)
    await hank.untilHeard('user_status_updated')
    expect(numbersOf(ada)).toEqual([1, 2])
    expect(numbersOf(ben)).toEqual([1, 2])
    expect(hank.events.map(({ name }) => name)).toEqual(['user_status_updated'])
  })

  it('what is for some reaches them on all their sockets, and nobody else', async () => {
    const { owner, ben } = world.demo.acme
    const sockets = [await world.asAda(), await world.asAda({}, ['polling']), await world.asBen()]
    await world.announce({ to: 'contacts', contacts: [owner.id] }, 1)
    await world.announce({ to: 'contacts', contacts: [owner.id, ben.id] }, 2)
    await world.announce({ to: 'contacts', contacts: [ben.id] }, 3)
    await world.announce(nobody, 4)
    await world.announce(wholeCompany, 5)
    for (const client of sockets) {
      await client.until(() => numbersOf(client).at(-1) === 5, 'the last event')
    }
    expect(sockets.map(numbersOf)).toEqual([
      [1, 2, 5],
      [1, 2, 5],
      [2, 3, 5],
    ])
  })

  it('events that only tell other processes are never heard', async () => {
    const client = await world.asAda()
    await world.ada.patch('/company', { description: 'changed' })
    await world.announce(wholeCompany, 1)
    await client.untilHeard('extension.subscriber.updated')
    expect(client.events).toHaveLength(1)
  })

  it('`changed` goes to sockets that ask for it, with the kind alone; keys only concern who manages', async () => {
    const [silent, ada, ben, hank] = [
      await world.asAda(),
      await world.asAda({ changes: true }),
      await world.asBen({ changes: true }),
      await world.asHank({ changes: true }),
    ]
    const start = ada.heard[0]!.payload.last_event_id
    await world.ada.post('/api-keys', { name: 'Reports', scopes: ['read'] })
    await world.ada.post('/company/contacts', { first_name: 'Changed' })
    await world.announce(wholeCompany, 1)
    for (const client of [silent, ada, ben]) await client.untilHeard('extension.subscriber.updated')
    const kinds = (client: SocketClient) => client.named('changed').map(({ payload }) => payload)
    expect(kinds(ada)).toEqual([{ kind: 'api_key' }, { kind: 'contact' }])
    expect(kinds(ben)).toEqual([{ kind: 'contact' }])
    expect(kinds(silent)).toEqual([])
    // The same after an interruption.
    const again = [
      await world.asAda({ changes: true, last_event_id: start }),
      await world.asBen({ changes: true, last_event_id: start }),
      await world.asAda({ last_event_id: start }),
    ]
    for (const client of again) await client.untilHeard('extension.subscriber.updated')
    expect(again.map(kinds)).toEqual([[{ kind: 'api_key' }, { kind: 'contact' }], [{ kind: 'contact' }], []])
    expect(hank.events).toEqual([])
  })

  it('the position travels beside the payload and counts up', async () => {
    const client = await world.asAda()
    const start = client.heard[0]!.payload.last_event_id
    await world.announce(wholeCompany, 1, 2, 3)
    await client.untilHeard('extension.subscriber.updated', 3)
    expect(client.events.map(({ eventId }) => eventId)).toEqual([start + 1, start + 2, start + 3])
    expect(client.events[0]!.payload).not.toHaveProperty('event_id')
  })

  it('reaches a hundred sockets', async () => {
    const clients = await Promise.all(
      Array.from({ length: 100 }, () => SocketClient.open(world.url, { token: 'dev-acme-key' })),
    )
    await world.announce(wholeCompany, 1, 2, 3)
    for (const client of clients) await client.untilHeard('extension.subscriber.updated', 3)
    for (const client of clients) expect(numbersOf(client)).toEqual([1, 2, 3])
    for (const client of clients) client.close()
  })
})

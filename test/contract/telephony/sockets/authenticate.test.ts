import { connect as ioOfVersion2 } from 'socket.io-client-2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/telephony/company/api-keys/create-api-key.ts'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { engines } from '../../../harness/engines.ts'
import { numbersOf, type SocketWorld, startSocketWorld } from './socket-world.ts'

describe.each(engines)('authenticating a socket on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([['websocket' as const], ['polling' as const]])(
    'connected, valid token: authenticated, by %s',
    async (transport) => {
      const client = await world.connect([transport])
      const { name, payload } = await client.authenticate({ token: ACME_KEY })
      expect(name).toBe('authenticated')
      expect(payload).toEqual({
        company_id: world.demo.acme.company.public_id,
        user_id: world.demo.acme.owner.id,
        last_event_id: expect.any(Number),
      })
      await world.announce(wholeCompany, 7)
      await client.untilHeard('extension.subscriber.updated')
      expect(client.socket.io.engine.transport.name).toBe(transport)
    },
  )

  it.each([['websocket'], ['polling']])('a client of socket.io 2 works too, by %s', async (transport) => {
    const socket = ioOfVersion2(world.url, { path: '/ws/', transports: [transport], reconnection: false })
    try {
      const hear = (name: string) => new Promise<unknown>((heard) => socket.once(name, heard))
      await hear('connect')
      const refused = hear('error')
      const authenticated = hear('authenticated')
      socket.emit('authenticate', { token: ACME_KEY })
      const { company_id } = (await Promise.race([authenticated, refused])) as { company_id: string }
      expect(company_id).toBe(world.demo.acme.company.public_id)
      const changed = hear('extension.subscriber.updated')
      await world.announce(wholeCompany, 9)
      expect(await changed).toMatchObject({ number: 9 })
    } finally {
      socket.close()
    }
  })

  it('polling that becomes a websocket works too', async () => {
    const client = await world.connect(['polling', 'websocket'])
    await client.authenticate({ token: ACME_KEY })
    await client.until(() => client.socket.io.engine.transport.name === 'websocket', 'the upgrade')
    await world.announce(wholeCompany, 8)
    await client.untilHeard('extension.subscriber.updated')
  })

  it('connected, invalid token: unauthorized, and the server hangs up', async () => {
    const client = await world.connect()
    const { name, payload } = await client.authenticate({ token: 'wrong' })
    expect(name).toBe('unauthorized')
    expect(payload).toEqual({
      message: 'The API key is not valid',
      data: { message: 'The API key is not valid', code: 'invalid_token', type: 'UnauthorizedError' },
    })
    await client.until(() => client.disconnected !== undefined, 'the end of the connection')
    expect(client.disconnected).toBe('io server disconnect')
  })

  it('user_email chooses the user; without it the socket acts as the primary user', async () => {
    expect((await world.asBen()).heard[0]!.payload.user_id).toBe(world.demo.acme.ben.id)
    const shouted = await world.asAda({ user_email: 'BEN@example.com' })
    expect(shouted.heard[0]!.payload.user_id).toBe(world.demo.acme.ben.id)
    const nobody = await world.asAda({ user_email: null })
    expect(nobody.heard[0]!.payload.user_id).toBe(world.demo.acme.owner.id)
  })

  it('user_id chooses the user, also one without an email address', async () => {
    const { owner, ben } = world.demo.acme
    const byId = await world.asAda({ user_id: ben.id })
    expect(byId.heard[0]!.payload.user_id).toBe(ben.id)
    expect((await world.asBen({ user_id: null })).heard[0]!.payload.user_id).toBe(ben.id)
    expect((await world.asBen({ user_id: owner.id })).heard[0]!.payload.user_id).toBe(owner.id)
  })

  it('user_id of another company is unauthorized', async () => {
    const client = await world.asAda({ user_id: world.demo.globex.owner.id })
    expect(client.heard[0]!.name).toBe('unauthorized')
  })

  it.each([
    ['an unknown id', { user_id: 'nobody' }],
    ['an empty id', { user_id: '' }],
    ['an unknown email', { user_email: 'nobody@example.com' }],
    ['an email of another company', { user_email: 'hank@example.com' }],
    ['an empty email', { user_email: '' }],
    ['a number as token', { token: 5 }],
    ['a position that is none', { last_event_id: 'yesterday' }],
    ['a negative position', { last_event_id: -1 }],
  ])('%s is unauthorized', async (_what, more) => {
    const client = await world.asAda(more)
    expect(client.heard[0]!.name).toBe('unauthorized')
    await client.until(() => client.disconnected !== undefined, 'the end of the connection')
  })

  it.each([[undefined], [null], ['token'], [[]], [{}]])('the payload %j is unauthorized', async (payload) => {
    const client = await world.connect()
    expect((await client.authenticate(payload)).name).toBe('unauthorized')
  })

  it('a key without the scope read, and a disabled user, are unauthorized', async () => {
    const { telephony, demo } = world
    const { key } = await createApiKey(telephony, demo.acme.actor, { name: 'w', scopes: ['write'] })
    expect((await world.asAda({ token: key })).heard[0]!.name).toBe('unauthorized')
    const eve = await world.ada.post('/company/contacts', {
      first_name: 'Eve',
      activated: false,
      contacts: { email: 'eve@example.com' },
    })
    expect(eve.status).toBe(201)
    const client = await world.asAda({ user_email: 'eve@example.com' })
    expect(client.heard[0]!.name).toBe('unauthorized')
  })

  it('nothing is delivered before authenticated, and other events are ignored', async () => {
    const client = await world.connect()
    const witness = await world.asAda()
    client.socket.emit('texting.message.markAsRead', { conversation_id: 'x', messagesIds: [] })
    client.socket.emit('nonsense', 1, 2, 3)
    await world.announce(wholeCompany, 1)
    await witness.untilHeard('extension.subscriber.updated')
    expect(client.heard).toEqual([])
    expect((await client.authenticate({ token: ACME_KEY })).name).toBe('authenticated')
    await world.announce(wholeCompany, 2)
    await client.untilHeard('extension.subscriber.updated')
    expect(numbersOf(client)).toEqual([2])
  })

  it('a client that does not authenticate within 5 seconds gets unauthorized, and is disconnected', async () => {
    const silent = await world.connect()
    await silent.untilHeard('unauthorized')
    await silent.until(() => silent.disconnected !== undefined, 'the end of the connection')
    expect(silent.heard).toHaveLength(1)
  })

  it('a socket authenticates once: another attempt changes nothing', async () => {
    const client = await world.asBen()
    expect(await client.ask('authenticate', { token: ACME_KEY })).toEqual({
      error: expect.objectContaining({ status: 409, title: 'Conflict' }),
    })
    client.socket.emit('authenticate', { token: 'wrong' })
    await client.untilHeard('exception')
    await world.announce({ to: 'contacts', contacts: [world.demo.acme.ben.id] }, 3)
    await client.untilHeard('extension.subscriber.updated')
    expect(client.disconnected).toBeUndefined()
  })

  it('unknown and oversized messages get an error or end the connection', async () => {
    const client = await world.asAda()
    expect(await client.ask('no.such.event', {})).toEqual({
      error: { detail: expect.any(String), status: 404, title: 'Not Found', type: 'about:blank' },
    })
    client.socket.emit('no.such.event')
    expect((await client.untilHeard('exception'))[0]!.payload.status).toBe(404)
    client.socket.emit('no.such.event', 'x'.repeat(100_000))
    await client.until(() => client.disconnected !== undefined, 'the end of the connection')
  })
})

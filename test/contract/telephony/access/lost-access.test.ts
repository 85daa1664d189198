import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GLOBEX_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { clientEvents } from '../../../../src/telephony/events/sockets/client-events.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { numbersOf, type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'
import { operationRows, readByManagers } from './operation-rows.ts'
import { makeThings, type Things } from './things-of-acme.ts'
import {
  expectAll,
  expectInReach,
  nameOf,
  operationsOf,
  reached,
  tryOperation,
  urlFor,
  withKey,
} from './try-operations.ts'

it('every operation has a row', () => {
  expect(Object.keys(operationRows).sort()).toEqual(telephonyOperations.map(nameOf).sort())
})

const HOUR_MS = 3_600_000

interface Caller {
  key: string
  keyId: string
  userId: string
}

/** Each ends the access of somebody who has a key of their own. */
const ways: Record<string, { asUser: boolean; lose(world: SocketWorld, caller: Caller): Promise<unknown> }> =
  {
    'the key is deleted': {
      asUser: false,
      lose: ({ ada }, { keyId }) => ada.delete(`/api-keys/${keyId}`),
    },
    'the key is made anew': {
      asUser: false,
      lose: ({ ada }, { keyId }) => ada.post(`/api-keys/${keyId}/rotate`, { overlap_seconds: 0 }),
    },
    'the key has expired': {
      asUser: false,
      lose: async ({ clock }) => clock.advance(7200),
    },
    'the user is disabled': {
      asUser: true,
      lose: ({ ada }, { userId }) => ada.patch(`/company/contacts/${userId}`, { activated: false }),
    },
    'the user is deleted': {
      asUser: true,
      lose: ({ ada }, { userId }) => ada.delete(`/company/contacts/${userId}`),
    },
  }

const ended = (client: SocketClient) =>
  client.until(() => client.disconnected !== undefined, 'the end of the connection')

describe.each(engines)('People who have lost access, on %s', (engine) => {
  describe.each(Object.entries(ways))('since %s', (_name, { asUser, lose }) => {
    let world: SocketWorld
    let things: Things
    let caller: Caller
    let client: TelephonyClient
    let socket: SocketClient
    let witness: SocketClient
    beforeAll(async () => {
      world = await startSocketWorld(engine)
      things = await makeThings(world)
      const made = await world.ada.post('/api-keys', {
        name: 'Lost',
        scopes: ['read', 'write', 'admin'],
        expires_at: new Date(world.clock.now() + HOUR_MS).toISOString(),
      })
      const userId = asUser ? world.demo.acme.ben.id : 'primary'
      caller = { key: made.body.key, keyId: made.body.id, userId }
      client = world.as(caller.key, userId)
      socket = await world.asAda({ token: caller.key, ...(asUser && { user_id: userId }) })
      witness = await world.asAda()
      await expectInReach(client, things, asUser ? [403] : [])
      await lose(world, caller)
      await world.announce(wholeCompany, 4711)
    })
    afterAll(() => world.stop())

    it('nothing can be done: 401, without a word of what there is', async () => {
      await expectAll(client, withKey(), things, 401)
    })

    it('the open socket is closed, and hears nothing more', async () => {
      await witness.until(() => numbersOf(witness).includes(4711), 'what happened')
      await socket.untilHeard('unauthorized')
      await ended(socket)
      expect(numbersOf(socket)).not.toContain(4711)
      expect(socket.heard.at(-1)!.name).toBe('unauthorized')
    })

    it('no socket is opened, and none of its events is taken', async () => {
      const again = await world.connect()
      const answer = await again.authenticate({
        token: caller.key,
        ...(asUser && { user_id: caller.userId }),
      })
      expect(answer.name).toBe('unauthorized')
      for (const { name } of clientEvents) again.socket.emit(name, {})
      await ended(again)
      expect(again.heard).toHaveLength(1)
    })

    it('for others everything is as it was', async () => {
      for (const [operation, name] of operationsOf('reads').map((one) => [one, nameOf(one)] as const)) {
        // Nobody can see a deleted user or their greeting.
        if (asUser && operation.path.includes('/greeting')) continue
        if (asUser && urlFor(operation, things).includes(caller.userId)) continue
        expect(reached(operation), name).toContain((await tryOperation(world.ada, operation, things)).status)
      }
    })
  })

  describe('and a key that is limited to reading', () => {
    let world: SocketWorld
    let things: Things
    let client: TelephonyClient
    let key: string
    let before: unknown
    beforeAll(async () => {
      world = await startSocketWorld(engine)
      things = await makeThings(world)
      const made = await world.ada.post('/api-keys', { name: 'Eyes', scopes: ['read', 'write', 'admin'] })
      key = made.body.key
      client = world.as(key, 'primary')
      await expectInReach(client, things)
      await world.ada.patch(`/api-keys/${made.body.id}`, { scopes: ['read'] })
      before = (await world.ada.get('/audit')).body
    })
    afterAll(() => world.stop())

    it('changes and manages nothing: 403', async () => {
      await expectAll(client, operationsOf('changes', 'manages', 'credentials'), things, 403)
      expect((await world.ada.get('/audit')).body).toEqual(before)
    })

    it.each(['primary', 'Ben'])('reads the rest as %s, without any credentials', async (who) => {
      const reader = client.with({ 'x-user-id': who === 'Ben' ? world.demo.acme.ben.id : who })
      for (const operation of operationsOf('reads')) {
        const answer = await tryOperation(reader, operation, things)
        const isClosed = who === 'Ben' && readByManagers.has(nameOf(operation))
        expect(isClosed ? [403] : reached(operation), nameOf(operation)).toContain(answer.status)
        const text = answer.bytes.toString('latin1')
        for (const secret of things.secrets) expect(text, nameOf(operation)).not.toContain(secret)
      }
      const list = await reader.get(`/instances/${world.acmePbx}/extensions`, { search: '7001' })
      expect(list.body[0]).toMatchObject({ 'qr-config': null })
      for (const name of ['secret', 'password', 'voicemail_vmpwd']) {
        expect(list.body[0].data).not.toHaveProperty(name)
      }
    })

    it('others still see them: the pages of the one are not shown to the other', async () => {
      const list = await world.ada.get(`/instances/${world.acmePbx}/extensions`, { search: '7001' })
      expect(list.body[0].data.secret).toBe(things.secrets[0])
    })

    it('its socket hears what happens, without credentials, and its events are refused', async () => {
      const socket = await world.asAda({ token: key, last_event_id: 0 })
      await world.announce(wholeCompany, 4712)
      await socket.until(() => numbersOf(socket).includes(4712), 'what happened')
      const payload = { conversation_id: things.ids.conversation_id, messagesIds: things.messageIds }
      for (const { name } of clientEvents) {
        expect((await socket.ask(name, payload)).error, name).toMatchObject({ status: 403 })
      }
      for (const secret of things.secrets) expect(JSON.stringify(socket.heard)).not.toContain(secret)
    })
  })

  describe("and a key of another company's", () => {
    let world: SocketWorld
    let things: Things
    beforeAll(async () => {
      world = await startSocketWorld(engine)
      things = await makeThings(world)
    })
    afterAll(() => world.stop())

    it('cannot find anything: 404', async () => {
      const named = withKey().filter(({ path }) => path.includes(':'))
      // Numbers are not ids: a company that names one gets it, if it is free.
      await expectAll(
        world.hank,
        named.filter(({ path }) => !path.endsWith('/numbers/:number')),
        things,
        404,
      )
    })

    it('lists nothing of it', async () => {
      const { number: _number, ...ids } = things.ids
      for (const operation of withKey().filter(
        ({ method, path }) => method === 'GET' && !path.includes(':'),
      )) {
        const text = JSON.stringify((await tryOperation(world.hank, operation, things)).body ?? null)
        for (const id of Object.values(ids)) expect(text, nameOf(operation)).not.toContain(id)
      }
    })

    it('cannot name its users: 401', async () => {
      const disguised = world.as(GLOBEX_KEY, world.demo.acme.ben.id)
      await expectAll(disguised, withKey(), things, 401)
      const socket = await world.connect()
      const answer = await socket.authenticate({ token: GLOBEX_KEY, user_id: world.demo.acme.ben.id })
      expect(answer.name).toBe('unauthorized')
    })

    it('hears nothing of it, and its events do not reach it', async () => {
      const socket = await world.asHank()
      const witness = await world.asAda()
      await world.announce(wholeCompany, 4713)
      await witness.until(() => numbersOf(witness).includes(4713), 'what happened')
      const payload = { conversation_id: things.ids.conversation_id, messagesIds: things.messageIds }
      for (const { name } of clientEvents) {
        expect((await socket.ask(name, payload)).error, name).toMatchObject({ status: 404 })
      }
      expect(numbersOf(socket)).toEqual([])
    })
  })
})

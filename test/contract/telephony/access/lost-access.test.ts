import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { clientEvents } from '../../../../src/telephony/events/sockets/client-events.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { numbersOf, type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'
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
      for (const [operation, name] of operationsOf('read').map((one) => [one, nameOf(one)] as const)) {
        // Nobody can see a deleted user, their greeting or the numbers that they have blocked.
        if (asUser && /greeting|:blocked_number_id/.test(operation.path)) continue
        if (asUser && urlFor(operation, things).includes(caller.userId)) continue
        expect(reached(operation), name).toContain((await tryOperation(world.ada, operation, things)).status)
      }
    })
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../../../src/platform/logging/log.ts'
import { openProducts } from '../../../../src/server/start/open-products.ts'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import type { NewTelephonyEvent } from '../../../../src/telephony/telephony-event-map.ts'
import { engines, makePlace } from '../../../harness/engines.ts'
import { startSwitchboard } from '../../../harness/run-switchboard.ts'
import { startTelephonyWorld } from '../../../harness/telephony-world.ts'
import { phone } from '../sockets/socket-world.ts'
import { type Receiver, startReceiver, waitFor } from './webhook-receiver.ts'

const event = (number: number): NewTelephonyEvent => ({
  type: 'extension.subscriber.updated',
  audience: wholeCompany,
  payload: phone(number),
})

/** Several servers need PostgreSQL: see test/nodes/telephony-leader.test.ts. */
describe('webhooks and a command beside the server on SQLite', () => {
  let receiver: Receiver
  afterEach(() => receiver.stop())

  it('events of both are delivered once, in order', async () => {
    receiver = await startReceiver()
    const world = await startTelephonyWorld('SQLite')
    const other = await openProducts(world.config, createLogger('error'), world.clock, 'command')
    try {
      await world.ada.post('/webhooks', { url: receiver.url, events: ['*'] })
      const companyId = world.demo.acme.company.id
      for (let number = 0; number < 40; number += 1) {
        const { telephony } = number % 2 === 0 ? world : other
        await telephony.transact(companyId, async (tx) => tx.announce(event(number)))
      }
      await receiver.until(40)
      // Long enough for a second sender to show itself.
      await new Promise((next) => setTimeout(next, 500))
      expect(receiver.received.map(({ body }) => body.data.number)).toEqual(
        Array.from({ length: 40 }, (_, index) => index),
      )
    } finally {
      await other.stop()
      await world.stop()
    }
  })
})

describe.each(engines)('webhooks and processes on %s', (engine) => {
  let receiver: Receiver
  afterEach(() => receiver.stop())

  it('kill -9 loses no event', { timeout: 90_000 }, async () => {
    receiver = await startReceiver()
    const place = await makePlace(engine)
    let server = await startSwitchboard(['--development'], { place })
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(server.url + path, {
        method,
        headers: {
          authorization: `Bearer ${ACME_KEY}`,
          'x-user-id': 'primary',
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.json()
    }
    try {
      // It is in the middle of a call when it dies, with more behind it.
      receiver.answer = () => 'never'
      await call('POST', '/webhooks', { url: receiver.url, events: ['user_status_updated'] })
      const statuses = ['away', 'available', 'do_not_disturb']
      for (const status of statuses)
        await call('PATCH', '/status/v2/current-user', { main_status: { status } })
      const [lost] = await receiver.until(1)
      await server.kill()
      receiver.answer = 200
      server = await startSwitchboard(['--development'], { place })
      await waitFor(() => receiver.received.length >= 4, 'the rest', 40_000)
      const [, ...told] = receiver.received
      expect(told.map(({ body }) => body.data.status.status)).toEqual(statuses)
      expect(told[0]!.headers['webhook-id']).toBe(lost!.headers['webhook-id'])
    } finally {
      await server.kill()
      await place.remove()
    }
  })
})

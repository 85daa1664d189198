import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { wholeCompany } from '../../../../src/telephony/event-audience.ts'
import { forgetOldEvents } from '../../../../src/telephony/events/sockets/socket-jobs.ts'
import { engines } from '../../../harness/engines.ts'
import { numbersOf, phone, type SocketWorld, startSocketWorld } from './socket-world.ts'

describe.each(engines)('the limits of sockets and of their log on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  it('a client that does not read is cut off, and catches up when it comes back', async () => {
    const slow = await world.asAda()
    const from = slow.heard[0]!.payload.last_event_id
    const { transport } = slow.socket.io.engine as unknown as { transport: { ws: { pause(): void } } }
    transport.ws.pause()
    const count = 200
    // One transaction with all of it would take a busy machine longer than PostgreSQL waits for a node.
    for (let number = 0; number < count; number += 1) {
      const payload = { ...phone(number), extension_id: 'x'.repeat(100_000) }
      await world.telephony.transact(world.demo.acme.company.id, async (tx) => {
        tx.announce({ type: 'extension.subscriber.updated', audience: wholeCompany, payload })
      })
    }
    const sockets = async () =>
      Number(/^switchboard_sockets (\d+)/m.exec((await world.app.inject('/metrics')).payload)![1])
    for (let looks = 0; (await sockets()) > 0 && looks < 500; looks += 1)
      await new Promise((next) => setTimeout(next, 20))
    expect(await sockets()).toBe(0)
    const back = await world.asAda({ last_event_id: from })
    await back.until(() => numbersOf(back).length >= count, 'what it missed')
    expect(numbersOf(back)).toEqual(Array.from({ length: count }, (_, index) => index))
  })

  it('what a client asks in a hurry is answered in part, and the rest refused', async () => {
    const client = await world.asAda()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        client.ask('texting.message.markAsRead', { conversation_id: 'none', messagesIds: [] }),
      ),
    )
    const statuses = answers.map(({ error }) => error.status)
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(20)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await client.ask('texting.message.markAsRead', {})).error.status).toBe(400)
  })

  it('events are kept for a week, and longer while a webhook or another reader still needs them', async () => {
    const { telephony, clock, demo } = world
    const companyId = demo.acme.company.id
    const count = async (company: number) =>
      (
        await telephony.database.read
          .selectFrom('events')
          .select('position')
          .where('tenant_id', '=', company)
          .execute()
      ).length
    const before = await count(companyId)
    await forgetOldEvents(telephony)
    expect(await count(companyId)).toBe(before)
    await world.hank.post('/webhooks', { url: 'http://127.0.0.1:9/', events: ['fax.message.new'] })
    const ofGlobex = await count(demo.globex.company.id)
    clock.advance(8 * 86_400)
    await world.announce(wholeCompany, 1)
    const positions = async () => new Map([[companyId, 2]])
    await forgetOldEvents({ ...telephony, logReader: { positions } })
    expect(await count(companyId)).toBe(before + 1 - 2)
    await forgetOldEvents(telephony)
    expect(await count(companyId)).toBe(1)
    // Its cursor stands where the webhook was made: what came before is gone, what came after is not.
    expect(await count(demo.globex.company.id)).toBeLessThan(ofGlobex)
    expect(await count(demo.globex.company.id)).toBeGreaterThan(0)
    const late = await world.asAda({ token: ACME_KEY, last_event_id: 1 })
    await late.untilHeard('events.missed')
    await late.untilHeard('extension.subscriber.updated')
  })
})

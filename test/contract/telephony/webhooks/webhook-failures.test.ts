import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { type Receiver, startReceiver, waitFor } from './webhook-receiver.ts'

describe.each(engines)('webhooks that cannot be delivered on %s', (engine) => {
  let world: TelephonyWorld
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await world.stop()
    await receiver.stop()
  })

  const create = async (url = receiver.url) =>
    (await world.ada.post('/webhooks', { url, events: ['user_status_updated'] })).body
  const happen = (status: string) => world.ben.patch('/status/v2/current-user', { main_status: { status } })
  const newest = async (id: string) => (await world.ada.get(`/webhooks/${id}/deliveries`)).body[0]
  const attempted = (id: string, attempts = 1) =>
    waitFor(async () => ((await newest(id))?.attempts ?? 0) >= attempts, `attempt ${attempts}`)

  it('answers are kept to a kilobyte, and redirects are not followed', async () => {
    world = await startTelephonyWorld(engine)
    const { id } = await create()
    receiver.answer = () => ({ status: 302, headers: { location: '/elsewhere' }, text: 'é\0'.repeat(50_000) })
    await happen('away')
    await attempted(id)
    const delivery = await newest(id)
    expect(delivery).toMatchObject({ status: 'pending', response_status: 302 })
    expect(Buffer.byteLength(delivery.response_body)).toBeLessThanOrEqual(1024)
    expect(delivery.response_body).toMatch(/^ééé/)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('410 and three days without success disable it, on the record', async () => {
    world = await startTelephonyWorld(engine)
    const [gone, broken] = [await create(), await create(`${receiver.url}/broken`)]
    receiver.answer = ({ path }) => (path === '/hook' ? 410 : 503)
    await happen('away')
    const show = async (id: string) => (await world.ada.get(`/webhooks/${id}`)).body
    await waitFor(async () => !(await show(gone.id)).enabled, 'the end of the first')
    expect((await show(gone.id)).disabled_reason).toMatch(/410/)
    await attempted(broken.id)
    expect((await show(broken.id)).enabled).toBe(true)
    world.clock.advance(73 * 3600)
    await waitFor(async () => !(await show(broken.id)).enabled, 'the end of the second')
    const { body } = await world.ada.get('/audit', { subject_id: broken.id })
    expect(body[0]).toMatchObject({ action: 'webhook.disabled', after: { enabled: false } })
    // After the repair it is enabled again, and gets what was still waiting.
    receiver.answer = 200
    receiver.received.length = 0
    await world.ada.patch(`/webhooks/${broken.id}`, { enabled: true })
    await receiver.until(1)
    expect(await show(broken.id)).toMatchObject({ enabled: true, disabled_reason: '' })
  })

  it('what nobody answered is sent as soon as somebody does', async () => {
    world = await startTelephonyWorld(engine)
    const port = Number(new URL(receiver.url).port)
    const { id } = await create()
    await receiver.stop()
    await happen('away')
    for (const [attempts, seconds] of [
      [1, 6],
      [2, 34],
      [3, 0],
    ] as const) {
      await attempted(id, attempts)
      world.clock.advance(seconds)
    }
    expect((await newest(id)).error).toMatch(/ECONNREFUSED/)
    receiver = await startReceiver(port)
    // The first will be tried again in two minutes; the second finds the receiver up.
    await happen('available')
    const calls = await receiver.until(2)
    expect(calls.map(({ body }) => body.data.status.status)).toEqual(['available', 'away'])
  })

  it('no address inside the own network, in production', async () => {
    world = await startTelephonyWorld(engine, { SERVER_MODE: 'production' })
    const port = new URL(receiver.url).port
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0.0.0.0',
      '10.1.2.3',
      '169.254.169.254',
      '192.168.1.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[fd00::1]',
      '[fe80::1]',
      '224.0.0.1',
    ]) {
      const url = `http://${host}:${port}/`
      const answer = await world.ada.post('/webhooks', { url, events: ['*'] })
      expect({ host, status: answer.status }).toEqual({ host, status: 400 })
      expect(answer.body.errors[0].pointer).toBe('/url')
    }
    const { id } = await create(`http://localhost:${port}/hook`)
    await happen('away')
    await attempted(id)
    expect((await newest(id)).error).toMatch(/own network/)
    expect(receiver.received).toEqual([])
  })

  it('a receiver that never answers holds up neither others nor the end of the server', async () => {
    world = await startTelephonyWorld(engine)
    receiver.answer = ({ path }) => (path === '/hook/slow' ? 'never' : 200)
    await create(`${receiver.url}/slow`)
    const quick = await create()
    await happen('away')
    await receiver.until(2)
    await happen('available')
    await waitFor(
      async () => receiver.received.filter(({ path }) => path === '/hook').length === 2,
      'the quick ones',
    )
    expect((await newest(quick.id)).status).toMatch(/pending|delivered/)
  }, 8000)
})

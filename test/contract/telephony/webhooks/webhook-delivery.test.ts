import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { type Receiver, startReceiver, verified, waitFor } from './webhook-receiver.ts'

describe.each(engines)('delivering webhooks on %s', (engine) => {
  let world: TelephonyWorld
  let receiver: Receiver
  let hook: { id: string; signing_secret: string }
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    receiver = await startReceiver()
    hook = await create(['user_status_updated'])
  })
  afterEach(async () => {
    for (const { id } of (await world.ada.get('/webhooks')).body) await world.ada.delete(`/webhooks/${id}`)
    await receiver.stop()
  })

  const create = async (events: string[]) =>
    (await world.ada.post('/webhooks', { url: receiver.url, events })).body
  let turn = 0
  /** Changes Ben's status, so that there is an event. */
  async function happen(): Promise<string> {
    turn += 1
    const status = ['lunch', 'holiday', 'afk', 'in_a_meeting'][turn % 4]!
    await world.ben.patch('/status/v2/current-user', { additional_status: { status } })
    return status
  }
  const deliveries = async (status?: string) =>
    (await world.ada.get(`/webhooks/${hook.id}/deliveries`, status ? { status } : {})).body
  const statuses = () => receiver.received.map(({ body }) => body.data.status.status)

  it('signed, as JSON {type, timestamp, data}, in order', async () => {
    const expected = [await happen(), await happen(), await happen()]
    const [first] = await receiver.until(3)
    expect(statuses()).toEqual(expected)
    expect(Object.keys(first!.body)).toEqual(['type', 'timestamp', 'data'])
    expect(first!.body.type).toBe('user_status_updated')
    expect(first!.body.data.user_email).toBe('ben@example.com')
    expect(first!.headers['content-type']).toBe('application/json')
    const ids = receiver.received.map((call) => verified(call, hook.signing_secret, world.clock.now()))
    expect(new Set(ids).size).toBe(3)
    expect(() => verified(first!, `whsec_${'x'.repeat(32)}`, world.clock.now())).toThrow()
    await waitFor(async () => (await deliveries('delivered')).length === 3, 'the log')
    const [newest] = await deliveries()
    expect(newest).toMatchObject({ id: ids[2], attempts: 1, response_status: 200, response_body: 'thanks' })
    const one = await world.ada.get(`/webhooks/${hook.id}/deliveries/${newest.id}`)
    expect(one.body.payload).toEqual(receiver.received[2]!.body)
  })

  it('only the events asked for, only of the company, and never internal ones', async () => {
    const all = await create(['*'])
    await world.hank.patch('/status/v2/current-user', { main_status: { status: 'away' } })
    await world.ada.patch('/company', { description: 'internal news' })
    await world.ada.post('/texting/conversations', {
      recipients: [{ number: '+12025550123' }],
      from_number: '+12025550101',
    })
    await happen()
    await receiver.until(3)
    expect(receiver.received.map(({ body }) => body.type).sort()).toEqual([
      'texting.chat.new',
      'user_status_updated',
      'user_status_updated',
    ])
    expect(JSON.stringify(receiver.received)).not.toContain('hank@example.com')
    expect((await world.ada.get(`/webhooks/${all.id}/deliveries`)).body).toHaveLength(2)
  })

  it('a failure is tried again after a while, under the same id, and what follows waits its turn', async () => {
    receiver.answer = 500
    const first = await happen()
    await receiver.until(1)
    const second = await happen()
    await waitFor(async () => (await deliveries('pending'))[1]?.attempts === 1, 'the failure')
    const failed = (await deliveries('pending'))[1]
    expect(failed).toMatchObject({ response_status: 500, error: 'The receiver answered 500' })
    expect(Date.parse(failed.next_attempt_at) - Date.parse(failed.last_attempt_at)).toBeGreaterThan(4000)
    expect((await world.ada.get(`/webhooks/${hook.id}`)).body.failing_since).not.toBeNull()
    receiver.answer = 204
    world.clock.advance(6)
    const [one, again] = await receiver.until(3)
    expect(statuses()).toEqual([first, first, second])
    expect(again!.headers['webhook-id']).toBe(one!.headers['webhook-id'])
    await waitFor(async () => (await deliveries('delivered')).length === 2, 'both')
    expect((await world.ada.get(`/webhooks/${hook.id}`)).body.failing_since).toBeNull()
  })

  it('one that is never accepted does not hold up the rest, and fails for good after eight attempts', async () => {
    const poison = await happen()
    await waitFor(async () => (await deliveries('delivered')).length === 1, 'the first time')
    receiver.received.length = 0
    receiver.answer = ({ body }) => (body.data.status.status === poison ? 500 : 200)
    await world.ada.post(`/webhooks/${hook.id}/deliveries/${(await deliveries())[0].id}/replay`)
    await receiver.until(1)
    const next = await happen()
    const waits = [6, 34, 140, 1000, 4000, 16_000, 72_000]
    for (const [index, seconds] of waits.entries()) {
      await waitFor(async () => (await deliveries()).at(-1).attempts === index + 1, `attempt ${index + 1}`)
      // From the third on it is overtaken.
      if (index === 2) await waitFor(() => statuses().includes(next), 'the next one')
      expect(statuses().includes(next)).toBe(index >= 2)
      world.clock.advance(seconds)
    }
    await waitFor(async () => (await deliveries('failed')).length === 1, 'the end')
    expect((await deliveries('failed'))[0]).toMatchObject({ attempts: 8, next_attempt_at: null })
    expect(statuses().filter((status) => status === next)).toHaveLength(1)
    expect((await world.ada.get(`/webhooks/${hook.id}`)).body.enabled).toBe(true)
  })

  it('POST /webhooks/:webhook_id/deliveries/:delivery_id/replay sends it once more, under its id', async () => {
    await happen()
    await receiver.until(1)
    await waitFor(async () => (await deliveries('delivered')).length === 1, 'the first time')
    const [{ id }] = await deliveries()
    const answer = await world.ada.post(`/webhooks/${hook.id}/deliveries/${id}/replay`)
    expect(answer.status).toBe(202)
    const [one, again] = await receiver.until(2)
    expect(again!.text).toBe(one!.text)
    expect(again!.headers['webhook-id']).toBe(id)
    expect((await world.ada.post(`/webhooks/${hook.id}/deliveries/msg_no/replay`)).status).toBe(404)
  })

  it('POST /webhooks/:webhook_id/test sends webhook.test', async () => {
    const answer = await world.ada.post(`/webhooks/${hook.id}/test`)
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ type: 'webhook.test', event_id: null, status: 'pending' })
    const [call] = await receiver.until(1)
    expect(call!.body).toMatchObject({ type: 'webhook.test', data: { webhook_id: hook.id } })
    await world.ada.patch(`/webhooks/${hook.id}`, { enabled: false })
    expect((await world.ada.post(`/webhooks/${hook.id}/test`)).status).toBe(409)
  })

  it('POST /webhooks/:webhook_id/rotate_secret: for a day both secrets sign, then the new one', async () => {
    const rotated = (await world.ada.post(`/webhooks/${hook.id}/rotate_secret`)).body
    expect(rotated.signing_secret).not.toBe(hook.signing_secret)
    await happen()
    const [call] = await receiver.until(1)
    for (const secret of [hook.signing_secret, rotated.signing_secret])
      verified(call!, secret, world.clock.now())
    world.clock.advance(86_401)
    await happen()
    await receiver.until(2)
    const later = receiver.received[1]!
    verified(later, rotated.signing_secret, world.clock.now())
    expect(() => verified(later, hook.signing_secret, world.clock.now())).toThrow()
  })

  it('a disabled webhook hears nothing, and nothing of that time when it is enabled again', async () => {
    await world.ada.patch(`/webhooks/${hook.id}`, { enabled: false })
    await happen()
    await world.ada.patch(`/webhooks/${hook.id}`, { enabled: true })
    const after = await happen()
    await receiver.until(1)
    expect(statuses()).toEqual([after])
  })
})

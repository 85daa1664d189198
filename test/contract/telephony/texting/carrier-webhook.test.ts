import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signCarrierWebhook } from '../../../../src/telephony/texting/delivery/carrier-webhook-routes.ts'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  converse,
  newOutsider,
  ownTextingWorld,
  publish,
  startTextingWorld,
  type TextingWorld,
  typesOf,
  untilStatuses,
} from './texting-world.ts'

const SECRET = `whsec_${Buffer.from('a secret of the carrier and us').toString('base64')}`

describe.each(engines)("the carrier's webhook on %s", (engine) => {
  let world: TextingWorld

  beforeAll(async () => {
    world = await startTextingWorld(engine, { CARRIER_WEBHOOK_SECRET: SECRET })
  })
  afterAll(() => world.stop())

  const post = (
    content: unknown,
    { secret = SECRET, now = world.clock.now(), sent = undefined as unknown } = {},
  ) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content)
    const headers = signCarrierWebhook('msg_1', body, secret, now)
    return world.stranger.call('POST', '/carrier/webhook', sent ?? body, { ...headers })
  }

  it('an inbound text is stored and announced, and its repetition accepted', async () => {
    const from = newOutsider()
    await world.forget()
    const content = { type: 'text.received', id: `hook-${from}`, from, to: '202-555-0101', text: 'Grüße' }
    for (let time = 1; time <= 2; time += 1) {
      const answer = await post(content)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ accepted: true })
    }
    const heard = await world.heardBy('ada')
    expect(typesOf(heard)).toEqual(['texting.chat.new', 'texting.message.new'])
    expect(heard[1]!.payload).toMatchObject({ frm: from, to: ADAS, text: 'Grüße' })
  })

  it('a status is applied; one for an unknown text is accepted', async () => {
    world.telephony.carrier.send = async ({ id }) => ({ carrierId: `hook-${id}` })
    const conversation = await converse(world.ada, ADAS, newOutsider())
    const [{ id }] = await publish(world.ada, conversation.id, 'hello')
    await untilStatuses(world.ada, conversation.id, ['sent'])
    const status = { type: 'text.status', id: `hook-${id}`, status: 'undelivered', error_code: 30003 }
    expect((await post(status)).body).toEqual({ accepted: true })
    const [message] = await untilStatuses(world.ada, conversation.id, ['undelivered'])
    expect(message.error_code).toBe('30003')
    expect((await post({ ...status, id: 'unknown' })).body).toEqual({ accepted: true })
  })

  it('a text to an unknown number is accepted, and no event is sent', async () => {
    await world.forget()
    const content = { type: 'text.received', id: 'x', from: newOutsider(), to: '+12025550140', text: 'x' }
    expect((await post(content)).status).toBe(200)
    expect(await world.heardBy('ada')).toEqual([])
  })

  it('a wrong signature, an old one or none is refused before anything is read', async () => {
    const content = { type: 'text.received', id: 'forged', from: newOutsider(), to: ADAS, text: 'forged' }
    await world.forget()
    const other = `whsec_${Buffer.from('another secret, of a stranger').toString('base64')}`
    expect((await post(content, { secret: other })).status).toBe(401)
    expect((await post(content, { now: world.clock.now() - 400_000 })).status).toBe(401)
    expect((await post(content, { sent: JSON.stringify({ ...content, text: 'changed' }) })).status).toBe(401)
    expect((await world.stranger.post('/carrier/webhook', content)).status).toBe(401)
    expect((await world.stranger.post('/carrier/webhook')).status).toBe(401)
    expect((await world.ada.post('/carrier/webhook', content)).status).toBe(401)
    expect(await world.heardBy('ada')).toEqual([])
  })

  it.each([
    ['no JSON', '{', ''],
    ['no object', '[]', ''],
    ['an unknown type', { type: 'text.lost' }, '/type'],
    ['no sender', { type: 'text.received', id: 'x', to: ADAS, text: 'x' }, '/from'],
    ['a destination that is none', { type: 'text.received', id: 'x', from: ADAS, to: 'x', text: 'x' }, '/to'],
    ['a null character', { type: 'text.received', id: 'x', from: 'x', to: ADAS, text: '\0' }, '/text'],
    ['an unknown status', { type: 'text.status', id: 'x', status: 'lost' }, '/status'],
    ['no id', { type: 'text.status', status: 'sent' }, '/id'],
  ])('%s is refused with the field', async (_what, content, pointer) => {
    const answer = await post(content)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
  })

  it('more than a text needs is not read', async () => {
    const content = { type: 'text.received', id: 'x', from: 'x', to: ADAS, text: 'x'.repeat(200_000) }
    expect((await post(content)).status).toBe(413)
  })

  it('without a secret there is nothing', async () => {
    const closed = await ownTextingWorld(engine)
    expect((await closed.stranger.post('/carrier/webhook', {})).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { entriesOf } from '../../../harness/outbox-entries.ts'
import {
  ADAS,
  BENS,
  converse,
  messagesOf,
  newOutsider,
  publish,
  startTextingWorld,
  type TextingWorld,
  untilStatuses,
} from './texting-world.ts'

describe.each(engines)('opting out on %s', (engine) => {
  let world: TextingWorld

  beforeAll(async () => {
    world = await startTextingWorld(engine)
  })
  afterAll(() => world.stop())

  async function begin() {
    const number = newOutsider()
    const conversation = await converse(world.ada, ADAS, number)
    const path = `/texting/conversations/${conversation.id}`
    const isOptedOut = async () => (await world.ada.get(path)).body.contactinfo.opted_out
    const send = (more: object = {}) => world.ada.post(`${path}/messages/publish`, { text: 'Offer', ...more })
    return { number, conversation, path, isOptedOut, send }
  }

  it.each(['STOP', 'stopall', 'Unsubscribe', 'CANCEL', 'end', ' Quit\n'])('%o opts out', async (word) => {
    const { number, isOptedOut } = await begin()
    await world.textComes(number, ADAS, word)
    expect(await isOptedOut()).toBe(true)
  })

  it.each(['START', 'yes', ' UnStop '])('%o opts in again', async (word) => {
    const { number, isOptedOut, send } = await begin()
    await world.textComes(number, ADAS, 'stop')
    await world.textComes(number, ADAS, word)
    expect(await isOptedOut()).toBe(false)
    expect((await send()).status).toBe(201)
  })

  it.each(['Please stop', 'stop!', 'the end', 'yes please', ''])('%o means nothing', async (text) => {
    const { number, isOptedOut } = await begin()
    await world.textComes(number, ADAS, text)
    expect(await isOptedOut()).toBe(false)
  })

  it('is confirmed once, and again after they came back', async () => {
    const { number, conversation, path } = await begin()
    const confirmations = async () =>
      (await messagesOf(world.ada, conversation.id))
        .filter(({ text }: { text: string }) => text.includes('Reply START'))
        .map(({ direction, status }: Record<string, string>) => ({ direction, status }))
    const sent = { direction: 'outbound', status: 'sent' }
    await world.textComes(number, ADAS, 'STOP')
    await expect.poll(confirmations).toEqual([sent])
    expect((await world.ada.get(path)).body.unread_msg_count).toBe(1)
    await world.textComes(number, ADAS, 'STOP')
    await world.textComes(number, ADAS, 'START')
    expect(await confirmations()).toHaveLength(1)
    await world.textComes(number, ADAS, 'STOP')
    await expect.poll(confirmations).toEqual([sent, sent])
    // A sender that is a name cannot be answered.
    await world.textComes('ACME-INFO', ADAS, 'STOP')
    expect(await entriesOf(world.telephony.database, 'text')).toEqual([])
  })

  it('the message itself is shown, and the first event knows', async () => {
    const number = newOutsider()
    await world.forget()
    await world.textComes(number, ADAS, 'STOP')
    const [chat, message] = await world.heardBy('ada')
    expect(chat!.payload.contactinfo.opted_out).toBe(true)
    expect(message!.payload.text).toBe('STOP')
  })

  it('publishing to a person who has opted out returns 400 and stores nothing', async () => {
    const { number, send, conversation } = await begin()
    await world.textComes(number, ADAS, 'STOP')
    const answer = await send()
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { pointer: '/recipients/0', detail: `(${number}) has opted out of texts` },
    ])
    const texts = (await messagesOf(world.ada, conversation.id)).map(({ text }: { text: string }) => text)
    expect(texts).toEqual([expect.stringContaining('Reply START'), 'STOP'])
  })

  it('with_warning sends to the others, and warns', async () => {
    const [silent, other] = [newOutsider(), newOutsider()]
    await world.textComes(silent, BENS, 'STOP')
    const group = await converse(world.ada, ADAS, silent, other)
    const path = `/texting/conversations/${group.id}/messages/publish`
    expect((await world.ada.post(path, { text: 'x' })).status).toBe(400)
    const answer = await world.ada.post(path, { text: 'Offer', with_warning: true })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject([
      {
        to: silent,
        status: 'failed',
        error_code: 'opted_out',
        error_message: `${silent} has opted out of texts`,
        warnings: [`${silent} has opted out of texts`],
      },
      { to: other, status: 'queued', error_code: null, warnings: [] },
    ])
    await untilStatuses(world.ada, group.id, ['failed', 'sent'])
  })

  it('counts for the whole company, and for no other', async () => {
    const { number, send } = await begin()
    await world.textComes(number, BENS, 'STOP')
    expect((await send()).status).toBe(400)
    const theirs = await converse(world.hank, '+12025550199', number)
    await publish(world.hank, theirs.id, 'Offer')
  })

  it('an opt-out outlives the contact', async () => {
    const { number, conversation, path } = await begin()
    await world.textComes(number, ADAS, 'STOP')
    await world.ada.delete(path)
    await world.ada.delete(`/texting/contacts/${conversation.contact_id}`)
    const again = await world.ada.post('/texting/contacts', { number })
    expect(again.body.opted_out).toBe(true)
  })
})

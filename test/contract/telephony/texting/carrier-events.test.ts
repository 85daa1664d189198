import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarrierStatus } from '../../../../src/telephony/texting/carriers/carrier.ts'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  converse,
  eventually,
  messagesOf,
  newOutsider,
  publish,
  startTextingWorld,
  type TextingWorld,
  typesOf,
  untilStatuses,
} from './texting-world.ts'

describe.each(engines)('what the carrier tells on %s', (engine) => {
  let world: TextingWorld
  let carrierIds: string[]

  beforeAll(async () => {
    world = await startTextingWorld(engine)
    // A carrier of whom the tests decide when it says what.
    world.telephony.carrier.send = async ({ id }) => {
      const carrierId = `carrier-${id}`
      carrierIds.push(carrierId)
      return { carrierId }
    }
    carrierIds = []
  })
  afterAll(() => world.stop())

  const receipt = (carrierId: string, status: CarrierStatus, code: string | null = null) =>
    world.carrierSays({
      kind: 'receipt',
      carrierId,
      status,
      errorCode: code,
      errorMessage: code && `Because of ${code}`,
    })

  async function send() {
    const conversation = await converse(world.ada, ADAS, newOutsider())
    const [message] = await publish(world.ada, conversation.id, 'hello')
    await untilStatuses(world.ada, conversation.id, ['sent'])
    const state = async () => (await messagesOf(world.ada, conversation.id))[0]
    return { conversation, carrierId: `carrier-${message.id}`, state }
  }

  it('a text from somebody new makes a contact and a conversation, announced before the message', async () => {
    const from = newOutsider()
    await world.forget()
    expect(await world.textComes(from, ADAS, 'Hi, I am new')).toBe(true)
    const heard = await world.heardBy('ada')
    expect(typesOf(heard)).toEqual(['texting.chat.new', 'texting.message.new'])
    expect(heard[0]!.payload.contactinfo).toMatchObject({ number: from, user_id: null })
    expect(heard[1]!.payload).toMatchObject({ text: 'Hi, I am new', conversation_id: heard[0]!.payload.id })
    expect(await world.heardBy('ben')).toEqual([])
    expect(await world.heardBy('hank')).toEqual([])
    expect((await world.ada.get('/texting/contacts', { search: from })).body).toHaveLength(1)
  })

  it('a text for nobody here is nobody’s', async () => {
    expect(await world.textComes(newOutsider(), '+12025550140', 'anybody?')).toBe(false)
  })

  it('short codes and names send texts too', async () => {
    await world.textComes('BANK', ADAS, 'Your code is 1')
    const [{ contactinfo }] = (await world.ada.get('/texting/conversations', { search: 'bank' })).body
    expect(contactinfo.number).toBe('BANK')
  })

  it('what cannot be stored in a text is left out', async () => {
    const from = newOutsider()
    expect(await world.textComes(from, ADAS, 'a\0b')).toBe(true)
    expect((await world.ada.get('/texting/conversations', { search: from })).body[0].lastmessage.text).toBe(
      'ab',
    )
  })

  it('a text of the same name is stored once, also at the same moment, and after it was deleted', async () => {
    const from = newOutsider()
    await world.forget()
    const again = () => world.textComes(from, ADAS, 'once', `once-${from}`)
    expect(await Promise.all([again(), again(), again()])).toEqual([true, true, true])
    expect(typesOf(await world.heardBy('ada'))).toEqual(['texting.chat.new', 'texting.message.new'])
    const [conversation] = (await world.ada.get('/texting/conversations', { search: from })).body
    expect(conversation.unread_msg_count).toBe(1)
    await world.ada.delete(
      `/texting/conversations/${conversation.id}/messages?ids=${conversation.lastmessage.id}`,
    )
    await again()
    expect(await messagesOf(world.ada, conversation.id)).toEqual([])
  })

  it('receipts move the status forward, each step told once', async () => {
    const { carrierId, state } = await send()
    await world.forget()
    for (const status of ['sent', 'delivered', 'delivered', 'sent', 'failed'] as const) {
      expect(await receipt(carrierId, status, status === 'failed' ? 'late' : null)).toBe(true)
    }
    expect(await state()).toMatchObject({ status: 'delivered', error_code: null })
    const heard = await world.heardBy('ada')
    expect(heard).toEqual([{ type: 'texting.message.updated', payload: await state() }])
  })

  it.each(['undelivered', 'failed'] as const)('%s is final, and says why', async (status) => {
    const { carrierId, state } = await send()
    await receipt(carrierId, status, '30006')
    await receipt(carrierId, 'delivered')
    expect(await state()).toMatchObject({
      status,
      error_code: '30006',
      error_message: 'Because of 30006',
    })
  })

  it('a receipt that comes before the carrier has answered is not lost', async () => {
    const { send: usual } = world.telephony.carrier
    let answer = () => {}
    world.telephony.carrier.send = async ({ id }) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { carrierId: `slow-${id}` }
    }
    const conversation = await converse(world.ada, ADAS, newOutsider())
    const [message] = await publish(world.ada, conversation.id, 'hello')
    await untilStatuses(world.ada, conversation.id, ['sending'])
    // In disorder, too: the one that says most counts.
    for (const status of ['delivered', 'sent'] as const) {
      expect(await receipt(`slow-${message.id}`, status)).toBe(false)
    }
    answer()
    await untilStatuses(world.ada, conversation.id, ['delivered'])
    world.telephony.carrier.send = usual
  })

  it('a receipt for a text that nobody sent changes nothing', async () => {
    await world.forget()
    expect(await receipt('nobody-sent-this', 'delivered')).toBe(false)
    expect(await world.heardBy('ada')).toEqual([])
  })

  it('a receipt for a message that is deleted changes nothing', async () => {
    const { conversation, carrierId, state } = await send()
    const { id } = await state()
    await world.ada.delete(`/texting/conversations/${conversation.id}/messages?ids=${id}`)
    expect(await receipt(carrierId, 'delivered')).toBe(false)
    await eventually(async () => expect(await messagesOf(world.ada, conversation.id)).toEqual([]))
  })
})

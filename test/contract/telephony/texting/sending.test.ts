import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CarrierFailure, type OutboundText } from '../../../../src/telephony/texting/carriers/carrier.ts'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  converse,
  eventually,
  newOutsider,
  publish,
  startTextingWorld,
  type TextingWorld,
  untilStatuses,
} from './texting-world.ts'

const busy = () => new CarrierFailure('The queue of the carrier is full', 'queue_full', true)
const refusal = () => new CarrierFailure('The carrier does not know the destination', 'no_such_number', false)

describe.each(engines)('sending on %s', (engine) => {
  let world: TextingWorld
  /** what the carrier was asked to send, in order */
  let asked: OutboundText[]
  /** what it does; by default it takes everything */
  let behave: (text: OutboundText) => Promise<void>

  beforeAll(async () => {
    world = await startTextingWorld(engine)
    world.telephony.carrier.send = async (text) => {
      asked.push(text)
      await behave(text)
      return { carrierId: `carrier-${text.id}` }
    }
  })
  beforeEach(async () => {
    asked = []
    behave = async () => {}
    await world.forget()
  })
  afterAll(() => world.stop())

  it('what the carrier refuses for good has failed, with its reason', async () => {
    behave = async () => {
      throw refusal()
    }
    const conversation = await converse(world.ada, ADAS, newOutsider())
    const [message] = await publish(world.ada, conversation.id, 'hello')
    const [failed] = await untilStatuses(world.ada, conversation.id, ['failed'])
    expect(failed).toMatchObject({
      error_code: 'no_such_number',
      error_message: 'The carrier does not know the destination',
    })
    expect(asked).toEqual([
      {
        id: message.id,
        companyId: world.demo.acme.company.id,
        from: ADAS,
        to: conversation.contactinfo.number,
        text: 'hello',
        media: [],
      },
    ])
    const updates = (await world.heardBy('ada')).filter(({ type }) => type === 'texting.message.updated')
    expect(updates.map(({ payload }) => payload.status)).toEqual(['sending', 'failed'])
  })

  it('what cannot be sent now is tried again later, in order and with pauses that grow', async () => {
    behave = async () => {
      throw busy()
    }
    const conversation = await converse(world.ada, ADAS, newOutsider())
    await publish(world.ada, conversation.id, 'first')
    await untilStatuses(world.ada, conversation.id, ['sending'])
    await publish(world.ada, conversation.id, 'second')
    await untilStatuses(world.ada, conversation.id, ['sending', 'queued'])
    await eventually(async () => expect(asked).toHaveLength(1))
    world.clock.advance(2.1)
    await eventually(async () => expect(asked).toHaveLength(2))
    // The next pause is longer than the first: another text is sent meanwhile, this one is not.
    world.clock.advance(2.1)
    const other = await converse(world.ada, ADAS, newOutsider())
    behave = async ({ text }) => {
      if (text !== 'other') throw busy()
    }
    await publish(world.ada, other.id, 'other')
    await untilStatuses(world.ada, other.id, ['sent'])
    behave = async () => {}
    world.clock.advance(5)
    await untilStatuses(world.ada, conversation.id, ['sent', 'sent'])
    expect(asked.map(({ text }) => text)).toEqual(['first', 'first', 'other', 'first', 'second'])
  })

  it('after hours of trying it has failed', async () => {
    behave = async () => {
      throw busy()
    }
    const conversation = await converse(world.ada, ADAS, newOutsider())
    await publish(world.ada, conversation.id, 'hello')
    await untilStatuses(world.ada, conversation.id, ['sending'])
    await eventually(async () => expect(asked).toHaveLength(1))
    world.clock.advance(4 * 3600)
    const [failed] = await untilStatuses(world.ada, conversation.id, ['failed'])
    expect(failed).toMatchObject({ error_code: 'queue_full' })
  })

  it('a slow conversation holds up nobody else; a conversation keeps its order', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    behave = ({ text }) => (text === 'slow' ? released : Promise.resolve())
    const slow = await converse(world.ada, ADAS, newOutsider())
    await publish(world.ada, slow.id, 'slow')
    await publish(world.ada, slow.id, 'waits')
    await untilStatuses(world.ada, slow.id, ['sending', 'queued'])
    const quick = await converse(world.ada, ADAS, newOutsider())
    for (const text of ['1', '2', '3']) await publish(world.ada, quick.id, text)
    await untilStatuses(world.ada, quick.id, ['sent', 'sent', 'sent'])
    await untilStatuses(world.ada, slow.id, ['sending', 'queued'])
    release()
    await untilStatuses(world.ada, slow.id, ['sent', 'sent'])
    expect(asked.map(({ text }) => text)).toEqual(['slow', '1', '2', '3', 'waits'])
  })

  it('only a few are sent at the same time', async () => {
    let open = 0
    let most = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    behave = async () => {
      open += 1
      most = Math.max(most, open)
      await released
      open -= 1
    }
    const people = Array.from({ length: 12 }, newOutsider)
    const conversations = await Promise.all(people.map((number) => converse(world.ada, ADAS, number)))
    await Promise.all(conversations.map(({ id }) => publish(world.ada, id, 'hello')))
    await eventually(async () => expect(open).toBeGreaterThanOrEqual(4))
    release()
    for (const { id } of conversations) await untilStatuses(world.ada, id, ['sent'])
    expect(most).toBe(4)
  })

  it('what is deleted while it waits is not sent', async () => {
    behave = async () => {
      throw busy()
    }
    const conversation = await converse(world.ada, ADAS, newOutsider())
    const [first] = await publish(world.ada, conversation.id, 'regretted')
    await untilStatuses(world.ada, conversation.id, ['sending'])
    await publish(world.ada, conversation.id, 'meant')
    await eventually(async () => expect(asked).toHaveLength(1))
    await world.ada.delete(`/texting/conversations/${conversation.id}/messages?ids=${first.id}`)
    behave = async () => {}
    world.clock.advance(10)
    await untilStatuses(world.ada, conversation.id, ['sent'])
    expect(asked.map(({ text }) => text)).toEqual(['regretted', 'meant'])
  })

  it('who says STOP while a text waits does not get it', async () => {
    behave = async () => {
      throw busy()
    }
    const number = newOutsider()
    const conversation = await converse(world.ada, ADAS, number)
    await publish(world.ada, conversation.id, 'Offer')
    await untilStatuses(world.ada, conversation.id, ['sending'])
    await eventually(async () => expect(asked).toHaveLength(1))
    await world.textComes(number, ADAS, 'STOP')
    behave = async () => {}
    world.clock.advance(10)
    // The confirmation is the only text that they get.
    const messages = await untilStatuses(world.ada, conversation.id, ['failed', 'received', 'sent'])
    expect(messages.find(({ status }: { status: string }) => status === 'failed')).toMatchObject({
      error_code: 'opted_out',
    })
    expect(asked.slice(1)).toEqual([
      expect.objectContaining({ text: expect.stringContaining('Reply START') }),
    ])
  })
})

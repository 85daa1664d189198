import { describe, expect, it } from 'vitest'
import { rawSmpp } from '../../../src/telephony/texting/carriers/smpp/raw-smpp.ts'
import { eventually, makeSmppWorld } from './smpp-world.ts'

const again = rawSmpp.errors.ESME_RX_T_APPN
const ok = { short_message: Buffer.from('ok') }

describe('inbound texts', () => {
  it.each([
    ['the GSM alphabet', 0, Buffer.from([0x48, 0x69, 0x00, 0x1b, 0x65, 0x1b, 0x28, 0x1b, 0x3c]), 'Hi@€{['],
    ['an escape without meaning', 0, Buffer.from([0x1b, 0x41, 0x42]), 'AB'],
    ['ASCII', 1, Buffer.from('a@b_c $5'), 'a@b_c $5'],
    ['Latin-1', 3, Buffer.from('Grüße @', 'latin1'), 'Grüße @'],
    ['UCS-2', 8, rawSmpp.encodings.UCS2.encode('Привет 👋'), 'Привет 👋'],
    ['UCS-2 with half a letter', 8, Buffer.from([0x04, 0x1f, 0x04]), 'П'],
    ['a flash message', 0xf0, Buffer.from('now'), 'now'],
    ['Latin-1 with a zero character', 3, Buffer.from('a\0b'), 'ab'],
  ])('%s is read', async (_name, data_coding, short_message, expected) => {
    const { smsc, events } = await makeSmppWorld()
    expect(await smsc.deliver({ data_coding, short_message })).toBe(0)
    expect(events).toEqual([
      {
        kind: 'text',
        carrierId: expect.any(String),
        from: '+12025550101',
        to: '+18586881740',
        text: expected,
      },
    ])
  })

  it('a payload instead of a short message is read', async () => {
    const { smsc, events } = await makeSmppWorld()
    const content = 'long '.repeat(100)
    await smsc.deliver({ message_payload: Buffer.from(content) })
    expect(events).toMatchObject([{ text: content }])
  })

  it.each([
    [1, '442079460000', '+442079460000'],
    [0, '12025550101', '+12025550101'],
    [2, '2025550101', '+12025550101'],
    [0, '442079460000', '+442079460000'],
    [0, '+12025550101', '+12025550101'],
    [3, '72345', '72345'],
    [5, 'MyBank', 'MyBank'],
  ])('the sender of type %i %s is %s', async (source_addr_ton, source_addr, expected) => {
    const { smsc, events } = await makeSmppWorld()
    await smsc.deliver({ ...ok, source_addr_ton, source_addr })
    expect(events).toMatchObject([{ from: expected }])
  })

  it('what is no text is taken and dropped', async () => {
    const { smsc, events, log } = await makeSmppWorld()
    expect(await smsc.deliver({ data_coding: 4, short_message: Buffer.from([1, 2, 3]) })).toBe(0)
    expect(events).toEqual([])
    expect(log.join()).toContain('no text')
  })

  it('is answered only after it is stored', async () => {
    const world = await makeSmppWorld()
    const order: string[] = []
    let store: () => void = () => {}
    world.listener = () =>
      new Promise((resolve) => {
        store = () => {
          order.push('stored')
          resolve(true)
        }
      })
    const answer = world.smsc.deliver(ok).then((status) => order.push(`answered ${status}`))
    await eventually(() => expect(world.events).toHaveLength(1))
    // An answer to a later question shows that the first would have been here by now.
    expect(await world.smsc.enquire()).toBe(0)
    expect(order).toEqual([])
    store()
    await answer
    expect(order).toEqual(['stored', 'answered 0'])
  })

  it('comes again under the same name until it is stored', async () => {
    const world = await makeSmppWorld()
    world.listener = async () => {
      if (world.events.length < 3) throw new Error('the database is away')
      return true
    }
    expect(await world.smsc.deliver(ok)).toBe(again)
    expect(await world.smsc.deliverUntilTaken(ok)).toBe(2)
    expect(new Set(world.events.map(({ carrierId }) => carrierId)).size).toBe(1)
  })

  it('the same words again are another text: at once, minutes later, or after a new connection', async () => {
    const { smsc, events, clock } = await makeSmppWorld()
    await Promise.all([smsc.deliver(ok), smsc.deliver(ok)])
    await smsc.deliver(ok)
    clock.advance(180)
    await smsc.deliver(ok)
    clock.advance(180)
    smsc.dropConnections()
    await eventually(() => expect(smsc.isBound).toBe(true))
    await smsc.deliver(ok)
    expect(events).toHaveLength(5)
    expect(new Set(events.map(({ carrierId }) => carrierId)).size).toBe(5)
  })

  it('a repetition because the answer was lost has the same name, and only the repetition', async () => {
    const world = await makeSmppWorld()
    let store: () => void = () => {}
    world.listener = () =>
      new Promise((resolve) => {
        store = () => resolve(true)
      })
    const lost = world.smsc.deliver(ok)
    await eventually(() => expect(world.events).toHaveLength(1))
    world.smsc.dropConnections()
    expect(await lost).toBeUndefined()
    store()
    world.listener = async () => true
    await eventually(() => expect(world.smsc.isBound).toBe(true))
    await world.smsc.deliver(ok)
    await world.smsc.deliver(ok)
    const [first, repetition, second] = world.events.map(({ carrierId }) => carrierId)
    expect(repetition).toBe(first)
    expect(second).not.toBe(first)
  })

  it('a restarted server gives the same name within the minute', async () => {
    const clock = { now: () => 1_800_000_000_000 }
    const first = await makeSmppWorld({ clock })
    await first.smsc.deliver(ok)
    await first.carrier.stop()
    const second = await makeSmppWorld({ clock })
    await second.smsc.deliver(ok)
    expect(second.events).toEqual(first.events)
  })

  it('the name that the SMSC gives is kept', async () => {
    const { smsc, events } = await makeSmppWorld()
    await smsc.deliver({ ...ok, receipted_message_id: 'in-77' })
    expect(events).toMatchObject([{ kind: 'text', carrierId: 'in-77' }])
  })

  it('without a listener it comes again', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    carrier.listen(undefined as never)
    expect(await smsc.deliver(ok)).toBe(again)
  })

  it('stop waits for what is being stored', async () => {
    const world = await makeSmppWorld()
    let isStored = false
    world.listener = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      isStored = true
      return true
    }
    const answer = world.smsc.deliver(ok)
    await eventually(() => expect(world.events).toHaveLength(1))
    await world.carrier.stop()
    expect(isStored).toBe(true)
    expect(await answer).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import type { CarrierEvent } from '../../../src/telephony/carrier/carrier.ts'
import { createLoopbackCarrier } from '../../../src/telephony/carrier/loopback-carrier.ts'
import { eventually, text } from './smpp-world.ts'

describe('the loopback carrier', () => {
  it('a text to a number of this server arrives, and is then delivered', async () => {
    const { carrier, events } = await makeCarrier()
    const { carrierId } = await carrier.send(text('hello'))
    expect(events).toEqual([])
    await eventually(() => expect(events).toHaveLength(2))
    expect(events).toEqual([
      { kind: 'text', carrierId, from: '+18586881740', to: '+12025550101', text: 'hello' },
      { kind: 'receipt', carrierId, status: 'delivered', errorCode: null, errorMessage: null },
    ])
  })

  it('a text to anybody else is sent', async () => {
    const { carrier, events } = await makeCarrier(async (event) => event.kind === 'receipt')
    await carrier.send(text('hello'))
    await eventually(() => expect(events[1]).toMatchObject({ kind: 'receipt', status: 'sent' }))
  })

  it('texts arrive in order under different names, all before stop is done', async () => {
    const { carrier, events } = await makeCarrier(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      return true
    })
    const names = await Promise.all(['1', '2', '3'].map((content) => carrier.send(text(content))))
    await carrier.stop()
    expect(new Set(names.map(({ carrierId }) => carrierId)).size).toBe(3)
    expect(events).toHaveLength(6)
    expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))).toEqual(['1', '2', '3'])
    await expect(carrier.send(text('late'))).rejects.toMatchObject({ temporary: true })
  })

  it('a text that is not stored comes again under the same name', async () => {
    let tries = 0
    const { carrier, events } = await makeCarrier(async () => {
      tries += 1
      if (tries === 1) throw new Error('the database is away')
      return true
    })
    await carrier.send(text('hello'))
    await carrier.stop()
    expect(events).toMatchObject([{ kind: 'text' }, { kind: 'text' }, { status: 'delivered' }])
    expect(events[1]).toEqual(events[0])
  })

  it('a text that is never stored is undelivered, and does not stop those after it', async () => {
    const { carrier, events } = await makeCarrier(async (event) => {
      if (event.kind === 'text' && event.text === 'poison') throw new Error('no')
      return true
    })
    const { carrierId } = await carrier.send(text('poison'))
    await carrier.send(text('cure'))
    await carrier.stop()
    expect(events).toContainEqual({
      kind: 'receipt',
      carrierId,
      status: 'undelivered',
      errorCode: 'not_stored',
      errorMessage: 'The text could not be stored',
    })
    expect(events.at(-1)).toMatchObject({ status: 'delivered' })
  })

  it('a receipt that is faster than its sender waits until the name is known', async () => {
    let receipts = 0
    const { carrier, events } = await makeCarrier(async (event) => {
      if (event.kind === 'text') return true
      receipts += 1
      return receipts === 2
    })
    await carrier.send(text('hello'))
    await carrier.stop()
    expect(events).toHaveLength(3)
  })
})

async function makeCarrier(store: (event: CarrierEvent) => Promise<boolean> = async () => true) {
  const carrier = createLoopbackCarrier()
  const events: CarrierEvent[] = []
  carrier.listen((event) => {
    events.push(event)
    return store(event)
  })
  await carrier.start()
  return { carrier, events }
}

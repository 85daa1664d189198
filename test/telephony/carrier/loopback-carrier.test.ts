import { describe, expect, it } from 'vitest'
import type { CarrierEvent } from '../../../src/telephony/texting/carriers/carrier.ts'
import { createLoopbackCarrier } from '../../../src/telephony/texting/carriers/loopback-carrier.ts'
import { text } from './smpp-world.ts'

describe('the loopback carrier', () => {
  it('a text to a number of this server has arrived and is delivered when send answers', async () => {
    const { carrier, events } = await makeCarrier()
    const { carrierId } = await carrier.send(text('hello'))
    expect(events).toEqual([
      { kind: 'text', carrierId, from: '+18586881740', to: '+12025550101', text: 'hello' },
      { kind: 'receipt', carrierId, status: 'delivered', errorCode: null, errorMessage: null },
    ])
  })

  it('a text to anybody else is sent', async () => {
    const { carrier, events } = await makeCarrier(async (event) => event.kind === 'receipt')
    await carrier.send(text('hello'))
    expect(events[1]).toMatchObject({ kind: 'receipt', status: 'sent' })
  })

  it('texts arrive in order under different names, all before stop is done', async () => {
    const { carrier, events } = await makeCarrier(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      return true
    })
    const sent = ['1', '2', '3'].map((content) => carrier.send({ ...text(content), id: content }))
    await carrier.stop()
    expect(new Set((await Promise.all(sent)).map(({ carrierId }) => carrierId)).size).toBe(3)
    expect(events).toHaveLength(6)
    expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))).toEqual(['1', '2', '3'])
    await expect(carrier.send(text('late'))).rejects.toMatchObject({ temporary: true })
  })

  it('a text that is sent again has the same name again', async () => {
    const { carrier, events } = await makeCarrier()
    const first = await carrier.send(text('hello'))
    expect(await carrier.send(text('hello'))).toEqual(first)
    expect(events[2]).toEqual(events[0])
  })

  it('a text that is not stored comes again under the same name', async () => {
    let tries = 0
    const { carrier, events } = await makeCarrier(async () => {
      tries += 1
      if (tries === 1) throw new Error('the database is away')
      return true
    })
    await carrier.send(text('hello'))
    expect(events).toMatchObject([{ kind: 'text' }, { kind: 'text' }, { status: 'delivered' }])
    expect(events[1]).toEqual(events[0])
  })

  it('a text that cannot be stored is not taken, and does not stop those after it', async () => {
    const { carrier, events } = await makeCarrier(async (event) => {
      if (event.kind === 'text' && event.text === 'poison') throw new Error('no')
      return true
    })
    const poison = carrier.send(text('poison'))
    const cure = carrier.send(text('cure'))
    await expect(poison).rejects.toMatchObject({ temporary: true, code: 'not_stored' })
    await cure
    expect(events.at(-1)).toMatchObject({ status: 'delivered' })
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

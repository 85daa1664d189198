import { describe, expect, it } from 'vitest'
import { rawSmpp } from '../../../src/telephony/texting/carriers/smpp/raw-smpp.ts'
import { readSmppAddress } from '../../../src/telephony/texting/carriers/smpp/smpp-options.ts'
import { eventually, makeSmppWorld, type SmppWorld, text } from './smpp-world.ts'

const long = 'A long text has several receipts. '.repeat(12)

describe('receipts', () => {
  it.each([
    ['DELIVRD', 'delivered', null, null],
    ['ENROUTE', 'sent', null, null],
    ['ACCEPTD', 'sent', null, null],
    ['UNKNOWN', 'sent', null, null],
    ['SOMETHING', 'sent', null, null],
    ['EXPIRED', 'undelivered', '042', 'The carrier reports EXPIRED'],
    ['DELETED', 'undelivered', '042', 'The carrier reports DELETED'],
    ['UNDELIV', 'undelivered', '042', 'The carrier reports UNDELIV'],
    ['REJECTD', 'failed', '042', 'The carrier reports REJECTD'],
  ])('%s means %s', async (state, status, errorCode, errorMessage) => {
    const { smsc, carrier, events } = await makeSmppWorld()
    const { carrierId } = await carrier.send(text('hello'))
    expect(await smsc.receipt(carrierId, state, '042')).toBe(0)
    expect(events).toEqual([{ kind: 'receipt', carrierId, status, errorCode, errorMessage }])
  })

  it('options are read too, and count more than the text', async () => {
    const { smsc, events } = await makeSmppWorld()
    await smsc.deliver({
      esm_class: 4,
      receipted_message_id: 'abc-1',
      message_state: 5,
      network_error_code: Buffer.from([3, 0, 69]),
      short_message: Buffer.from('id:999 stat:DELIVRD err:000'),
    })
    await smsc.deliver({ esm_class: 0, receipted_message_id: 'abc-2', message_state: 2 })
    expect(events).toMatchObject([
      { kind: 'receipt', carrierId: 'abc-1', status: 'undelivered', errorCode: '69' },
      { kind: 'receipt', carrierId: 'abc-2', status: 'delivered', errorCode: null },
    ])
  })

  it('an option without its closing zero byte is read', async () => {
    const { smsc, events } = await makeSmppWorld()
    const whole = new rawSmpp.PDU('deliver_sm', {
      esm_class: 4,
      data_coding: 0,
      receipted_message_id: 'abc-3',
      message_state: 2,
    }).toBuffer()
    const end = whole.indexOf('abc-3') + 'abc-3'.length
    const bytes = Buffer.concat([whole.subarray(0, end), whole.subarray(end + 1)])
    bytes.writeUInt32BE(bytes.length, 0)
    bytes.writeUInt16BE('abc-3'.length, end - 'abc-3'.length - 2)
    smsc.sendBytes(bytes)
    await eventually(() => expect(events).toMatchObject([{ carrierId: 'abc-3', status: 'delivered' }]))
  })

  it('one without an id is taken and logged', async () => {
    const { smsc, events, log } = await makeSmppWorld()
    expect(await smsc.deliver({ esm_class: 4, short_message: Buffer.from('stat:DELIVRD') })).toBe(0)
    expect(events).toEqual([])
    expect(log.join()).toContain('without the id')
  })

  it('comes again until it is stored', async () => {
    const world = await makeSmppWorld()
    refuseTimes(world, 1)
    expect(await world.smsc.receipt('m1', 'DELIVRD')).toBe(rawSmpp.errors.ESME_RX_T_APPN)
    expect(await world.smsc.receipt('m1', 'DELIVRD')).toBe(0)
    expect(world.events).toHaveLength(2)
  })

  it('one that is faster than its sender waits until the name is known', async () => {
    const world = await makeSmppWorld()
    world.listener = async () => world.events.length >= 3
    expect(await world.smsc.receipt('m1', 'DELIVRD')).toBe(0)
    expect(world.events).toHaveLength(3)
  })

  it('one with the decimal form of a hexadecimal id belongs to it', async () => {
    const world = await makeSmppWorld()
    const found: string[] = []
    const known = ['00BC614E', '12', '18']
    world.listener = async ({ carrierId }) => {
      if (known.includes(carrierId)) found.push(carrierId)
      return known.includes(carrierId)
    }
    // Digits alone are taken as they are, until the SMSC has shown what it does.
    await world.smsc.receipt('18', 'DELIVRD')
    await world.smsc.receipt('12345678', 'DELIVRD')
    await world.smsc.receipt('18', 'DELIVRD')
    expect(found).toEqual(['18', '00BC614E', '12'])
  })

  it('one that nobody knows is taken in the end', async () => {
    const world = await makeSmppWorld()
    world.listener = async () => false
    expect(await world.smsc.receipt('m1', 'DELIVRD')).toBe(0)
    expect(world.log.join()).toContain('an unknown text')
  })
})

describe('receipts of a text in several parts', () => {
  it('it is delivered when the last receipt is there, in whatever order', async () => {
    const { smsc, carrier, events } = await makeSmppWorld()
    const { carrierId } = await carrier.send(text(long))
    expect(smsc.submits).toHaveLength(3)
    for (const id of ['m3', 'm1', 'm1']) expect(await smsc.receipt(id, 'DELIVRD')).toBe(0)
    expect(events).toEqual([])
    await smsc.receipt('m2', 'DELIVRD')
    expect(events).toMatchObject([{ carrierId, status: 'delivered' }])
  })

  it('it is undelivered as soon as one part is, and stays so', async () => {
    const { smsc, carrier, events } = await makeSmppWorld()
    const { carrierId } = await carrier.send(text(long))
    await smsc.receipt('m1', 'UNDELIV', '7')
    await smsc.receipt('m2', 'DELIVRD')
    await smsc.receipt('m3', 'ENROUTE')
    await smsc.receipt('m3', 'DELIVRD')
    expect(events).toEqual([
      {
        kind: 'receipt',
        carrierId,
        status: 'undelivered',
        errorCode: '7',
        errorMessage: 'The carrier reports UNDELIV',
      },
    ])
  })

  it('a failure of a part is told once the whole has a name', async () => {
    const { smsc, carrier, events } = await makeSmppWorld()
    smsc.refusals.push(0, 0, rawSmpp.errors.ESME_RTHROTTLED!)
    await expect(carrier.send(text(long))).rejects.toMatchObject({ temporary: true })
    await smsc.receipt('m1', 'REJECTD')
    expect(events).toEqual([])
    const { carrierId } = await carrier.send(text(long))
    await eventually(() => expect(events).toMatchObject([{ carrierId, status: 'failed' }]))
  })

  it('the last part speaks for all when the others are never heard of', async () => {
    const { smsc, carrier, events, clock } = await makeSmppWorld()
    const { carrierId } = await carrier.send(text(long))
    await smsc.receipt('m3', 'DELIVRD')
    expect(events).toEqual([])
    clock.advance(11 * 60)
    await eventually(() => expect(events).toMatchObject([{ carrierId, status: 'delivered' }]))
  })

  it('what waits for other receipts is told before stopping', async () => {
    const { smsc, carrier, events } = await makeSmppWorld()
    const { carrierId } = await carrier.send(text(long))
    await smsc.receipt('m3', 'DELIVRD')
    await carrier.stop()
    expect(events).toMatchObject([{ carrierId, status: 'delivered' }])
  })

  it('after a restart nothing needs to be remembered: the last part has the name of the text', async () => {
    const first = await makeSmppWorld()
    const { carrierId } = await first.carrier.send(text(long))
    await first.carrier.stop()
    const second = await makeSmppWorld({ address: readSmppAddress(first.smsc.url) })
    second.listener = async (event) => event.carrierId === carrierId
    const answers = ['m1', 'm2', 'm3'].map((id) => first.smsc.receipt(id, 'DELIVRD'))
    expect(await Promise.all(answers)).toEqual([0, 0, 0])
    const ours = second.events.filter((event) => event.carrierId === carrierId)
    expect(ours).toMatchObject([{ carrierId, status: 'delivered' }])
  })
})

function refuseTimes(world: SmppWorld, times: number): void {
  let left = times
  world.listener = async () => {
    left -= 1
    if (left >= 0) throw new Error('the database is away')
    return true
  }
}

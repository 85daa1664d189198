import type { PduFields } from 'smpp'
import { describe, expect, it } from 'vitest'
import { rawSmpp } from '../../../src/telephony/texting/carriers/smpp/raw-smpp.ts'
import { eventually, makeSmppWorld } from './smpp-world.ts'

const again = rawSmpp.errors.ESME_RX_T_APPN

/** Part `number` of `total`, with the header of one byte of reference. */
const part = (content: string, number: number, total: number, reference = 7): PduFields => ({
  esm_class: 0x40,
  short_message: Buffer.concat([
    Buffer.from([5, 0, 3, reference, total, number]),
    rawSmpp.encodings.ASCII.encode(content),
  ]),
})

describe('inbound texts in several parts', () => {
  it.each([
    ['a short reference', part],
    [
      'a long reference behind another element',
      (content: string, number: number, total: number) => ({
        esm_class: 0x40,
        short_message: Buffer.concat([
          Buffer.from([9, 0x0a, 1, 0, 8, 4, 1, 2, total, number]),
          Buffer.from(content),
        ]),
      }),
    ],
    [
      'options',
      (content: string, number: number, total: number) => ({
        sar_msg_ref_num: 700,
        sar_total_segments: total,
        sar_segment_seqnum: number,
        short_message: Buffer.from(content),
      }),
    ],
  ])('with %s are put together, in whatever order they come', async (_name, make) => {
    const { smsc, events } = await makeSmppWorld()
    const answers = [3, 1, 1, 2].map((number) => smsc.deliver(make(`<${number}>`, number, 3)))
    expect(await Promise.all(answers)).toEqual([0, 0, 0, 0])
    expect(events).toMatchObject([{ kind: 'text', from: '+12025550101', text: '<1><2><3>' }])
  })

  it('letters outside the basic plane may be cut', async () => {
    const { smsc, events } = await makeSmppWorld()
    const bytes = rawSmpp.encodings.UCS2.encode('ab👋cd')
    const cut = (number: number, content: Buffer) => ({
      esm_class: 0x40,
      data_coding: 8,
      short_message: Buffer.concat([Buffer.from([5, 0, 3, 1, 2, number]), content]),
    })
    await Promise.all([smsc.deliver(cut(1, bytes.subarray(0, 6))), smsc.deliver(cut(2, bytes.subarray(6)))])
    expect(events).toMatchObject([{ text: 'ab👋cd' }])
  })

  it('two texts at the same time stay apart', async () => {
    const { smsc, events } = await makeSmppWorld()
    const from = { source_addr: '12025550102' }
    await Promise.all([
      smsc.deliver(part('a1', 1, 2, 1)),
      smsc.deliver(part('b1', 1, 2, 2)),
      smsc.deliver({ ...part('c1', 1, 2, 1), ...from }),
      smsc.deliver({ ...part('c2', 2, 2, 1), ...from }),
      smsc.deliver(part('b2', 2, 2, 2)),
      smsc.deliver(part('a2', 2, 2, 1)),
    ])
    expect(events).toMatchObject([{ text: 'c1c2' }, { text: 'b1b2' }, { text: 'a1a2' }])
  })

  it('a reference may be used again', async () => {
    const { smsc, events } = await makeSmppWorld()
    await Promise.all([smsc.deliver(part('a1', 1, 2)), smsc.deliver(part('a2', 2, 2))])
    await Promise.all([smsc.deliver(part('b1', 1, 2)), smsc.deliver(part('b2', 2, 2))])
    expect(events).toMatchObject([{ text: 'a1a2' }, { text: 'b1b2' }])
  })

  it('no part is answered before all are stored, and all come again if not', async () => {
    const world = await makeSmppWorld({ timing: { holdPartMs: 600_000 } })
    world.listener = async () => {
      if (world.events.length === 1) throw new Error('the database is away')
      return true
    }
    const parts = [part('1', 1, 3), part('2', 2, 3), part('3', 3, 3)]
    const deliver = () => Promise.all(parts.map((fields) => world.smsc.deliver(fields)))
    expect(await deliver()).toEqual([again, again, again])
    expect(await deliver()).toEqual([0, 0, 0])
    expect(world.events).toHaveLength(2)
    expect(world.events[1]).toEqual(world.events[0])
  })

  it('an SMSC that sends one at a time gets its answers all the same', async () => {
    const { smsc, events } = await makeSmppWorld({ timing: { holdPartMs: 20 } })
    for (const number of [1, 2, 3]) expect(await smsc.deliver(part(`<${number}>`, number, 3))).toBe(0)
    expect(events).toMatchObject([{ text: '<1><2><3>' }])
  })

  it('parts that wait in vain are dropped with a line in the log', async () => {
    const { smsc, events, clock, log } = await makeSmppWorld({ timing: { holdPartMs: 10 } })
    expect(await smsc.deliver(part('1', 1, 2))).toBe(0)
    clock.advance(9 * 60)
    expect(log.join()).not.toContain('dropped')
    clock.advance(2 * 60)
    await eventually(() => expect(log.join()).toContain('dropped the parts of a text'))
    expect(await smsc.deliver(part('2', 2, 2))).toBe(0)
    expect(events).toEqual([])
  })

  it('there is an end to what is kept', async () => {
    const { smsc, log } = await makeSmppWorld({ timing: { holdPartMs: 1 } })
    for (let sender = 0; sender < 1010; sender += 101)
      await Promise.all(
        Array.from({ length: 101 }, (_, index) =>
          smsc.deliver({ ...part('1', 1, 2), source_addr: `1202${5_550_000 + sender + index}` }),
        ),
      )
    expect(log.filter((line) => line.includes('dropped the parts'))).toHaveLength(10)
  })

  it('a header that makes no sense leaves a text of its own', async () => {
    const { smsc, events } = await makeSmppWorld()
    await smsc.deliver(part('alone', 3, 2))
    await smsc.deliver({ esm_class: 0x40, short_message: Buffer.from([200, 65, 66]) })
    await smsc.deliver({ esm_class: 0x40, short_message: Buffer.from([3, 0, 3, 1]) })
    expect(events).toMatchObject([{ text: 'alone' }, { text: expect.stringContaining('AB') }, { text: '' }])
  })

  it('stopping does not answer the parts that wait: they come again', async () => {
    const { smsc, carrier } = await makeSmppWorld({ timing: { holdPartMs: 600_000 } })
    const answer = smsc.deliver(part('1', 1, 2))
    expect(await smsc.enquire()).toBe(0)
    await carrier.stop()
    expect(await answer).toBeUndefined()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveCarrierEvent } from '../../src/telephony/texting/delivery/receive-carrier-event.ts'
import {
  ADAS,
  converse,
  messagesOf,
  newOutsider,
  publish,
} from '../contract/telephony/texting/texting-world.ts'
import { eventually, openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'
import { Smsc } from '../harness/smsc.ts'

describe('texts of several servers over one line to the carrier', () => {
  const smsc = new Smsc()
  let world: PhoneNodes
  beforeAll(async () => {
    await smsc.start()
    world = await openPhoneNodes(3, { SMPP_URL: smsc.url })
  })
  afterAll(async () => {
    await world?.stop()
    await smsc.stop()
  })

  const talk = async () => (await converse(world.ada(1), ADAS, newOutsider())).id as string
  const submitted = (like: string) =>
    smsc.submits.map(({ text }) => text).filter((text) => text.startsWith(like))
  const onLeader = () => [0, 1, 2].find((node) => world.telephony(node).leadership.isLeader)
  const statusesOf = async (node: number, conversation: string) =>
    (await messagesOf(world.ada(node), conversation)).map(({ status }: { status: string }) => status)

  it('one of them is bound, and what any of them is given goes out once, in order', async () => {
    const conversations = [await talk(), await talk()]
    const expected: string[][] = [[], []]
    for (let number = 0; number < 12; number += 1) {
      const text = `of ${number % 2}: ${number}`
      await publish(world.ada(number % 3), conversations[number % 2]!, text)
      expected[number % 2]!.push(text)
    }
    await eventually(async () => expect(submitted('of ')).toHaveLength(12))
    expect(submitted('of 0')).toEqual(expected[0])
    expect(submitted('of 1')).toEqual(expected[1])
    expect(smsc.binds).toEqual([{ systemId: 'switchboard', status: 0 }])
    const id = smsc.submits.findLast(({ text }) => text === expected[0]!.at(-1))!.id
    await smsc.receipt(id, 'DELIVRD')
    await eventually(async () => expect((await statusesOf(2, conversations[0]!))[0]).toBe('delivered'))
  })

  it('what comes in by the line is there on every server', async () => {
    const conversation = await converse(world.ada(2), ADAS, '+12025550150')
    await smsc.deliver({
      source_addr: '12025550150',
      destination_addr: ADAS.slice(1),
      short_message: Buffer.from('from outside'),
    })
    for (const node of [0, 1, 2]) {
      const texts = (await messagesOf(world.ada(node), conversation.id)).map(
        ({ text }: { text: string }) => text,
      )
      expect(texts).toEqual(['from outside'])
    }
  })

  it('STOP is answered once, also if it comes again, at once and on other servers', async () => {
    const number = newOutsider()
    const conversation = await converse(world.ada(0), ADAS, number)
    const answers = () =>
      smsc.submits.filter(({ to, text }) => to === number.slice(1) && text.includes('START'))
    const stop = (node: number, carrierId: string) =>
      receiveCarrierEvent(world.telephony(node), {
        kind: 'text',
        carrierId,
        from: number,
        to: ADAS,
        text: 'STOP',
      })
    // The same text, repeated by the carrier, and others of the same person, each by every server at once.
    const repeated = [0, 1, 2].flatMap((node) => [stop(node, 'stop-1'), stop(node, `stop-${number}-${node}`)])
    expect(await Promise.all(repeated)).toEqual(repeated.map(() => true))
    await eventually(async () => expect(answers()).toHaveLength(1))
    const fromSmsc = {
      source_addr: number.slice(1),
      destination_addr: ADAS.slice(1),
      short_message: Buffer.from('stop'),
    }
    await smsc.deliverUntilTaken(fromSmsc)
    await smsc.deliverUntilTaken(fromSmsc)
    const sent = (await messagesOf(world.ada(2), conversation.id)).filter(
      ({ direction }: { direction: string }) => direction === 'outbound',
    )
    expect(sent).toHaveLength(1)
    // A later text has passed whatever might still have waited.
    await publish(world.ada(1), await talk(), 'after STOP')
    await eventually(async () => expect(submitted('after STOP')).toHaveLength(1))
    expect(answers()).toHaveLength(1)
    expect(
      (await world.ada(1).get(`/texting/conversations/${conversation.id}`)).body.contactinfo.opted_out,
    ).toBe(true)
  })

  it('when the one with the line is cut off another takes over; what waits goes out once', {
    timeout: 90_000,
  }, async () => {
    const interrupted = await talk()
    let answer = () => {}
    smsc.hold = new Promise((resolve) => {
      answer = resolve
    })
    await publish(world.ada(1), interrupted, 'interrupted')
    await eventually(async () => expect(await statusesOf(2, interrupted)).toEqual(['sending']))
    // They wait for the one before them.
    await publish(world.ada(2), interrupted, 'waits 1')
    await publish(world.ada(1), interrupted, 'waits 2')
    world.cutOff()
    smsc.hold = undefined
    await publish(world.ada(1), await talk(), 'takes no part')
    await eventually(async () => expect(submitted('takes no part')).toHaveLength(1))
    expect(world.telephony(0).leadership.isLeader).toBe(false)
    expect(submitted('waits')).toEqual([])
    // Nobody knows whether the carrier has it: it is followed up when the claim ends.
    world.clock.advance(31)
    await eventually(async () => expect(submitted('waits')).toEqual(['waits 1', 'waits 2']))
    answer()
    await eventually(async () => expect(await statusesOf(1, interrupted)).toEqual(['sent', 'sent', 'sent']))
    expect(submitted('interrupted').length).toBeGreaterThanOrEqual(1)
    expect(submitted('waits')).toHaveLength(2)
  })

  it('when the one with the line stops, another takes over; nothing is lost or sent twice', async () => {
    const leaving = onLeader()!
    const staying = 3 - leaving
    const conversations = [await talk(), await talk(), await talk()]
    const texts = Array.from({ length: 15 }, (_, number) => `moves ${String(number).padStart(2, '0')}`)
    const writing = (async () => {
      for (const [number, text] of texts.entries()) {
        await publish(world.ada(staying), conversations[number % 3]!, text)
        if (number === 5) void world.nodes[leaving]!.stop()
      }
    })()
    await writing
    await eventually(async () => expect(submitted('moves').sort()).toEqual(texts))
    expect(onLeader()).toBe(staying)
    for (const conversation of conversations) {
      await eventually(async () =>
        expect(await statusesOf(staying, conversation)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']),
      )
    }
    expect(submitted('moves')).toHaveLength(15)
  })
})

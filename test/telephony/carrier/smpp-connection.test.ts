import { createHook } from 'node:async_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSmppAddress } from '../../../src/telephony/texting/carriers/smpp/smpp-options.ts'
import { eventually, makeSmppWorld, text } from './smpp-world.ts'

describe('the connection to the SMSC', () => {
  it('is bound when start resolves', async () => {
    const { smsc } = await makeSmppWorld()
    expect(smsc.binds).toEqual([{ systemId: 'switchboard', status: 0 }])
  })

  it('a refused bind: texts fail for now, and it is tried again', async () => {
    const { smsc, carrier, log } = await makeSmppWorld({}, false)
    const wrong = smsc.url.replace('opensesame', 'wrong-word')
    const stranger = await makeSmppWorld({ address: readSmppAddress(wrong) })
    await expect(stranger.carrier.send(text('hello'))).rejects.toMatchObject({
      code: 'not_bound',
      temporary: true,
    })
    await eventually(() => expect(smsc.binds.length).toBeGreaterThan(2))
    expect(smsc.isBound).toBe(false)
    expect(stranger.log.join()).toContain('ESME_RINVPASWD')
    await carrier.start()
    expect(smsc.isBound).toBe(true)
    expect([...log, ...stranger.log].join()).not.toMatch(/opensesame|wrong-word/)
  })

  it('an SMSC that is away does not keep us from starting, and is found when it comes', async () => {
    const world = await makeSmppWorld({}, false)
    await world.smsc.stop()
    await world.carrier.start()
    await expect(world.carrier.send(text('hello'))).rejects.toMatchObject({ temporary: true })
    await world.smsc.start()
    await eventually(() => expect(world.smsc.isBound).toBe(true))
  })

  it('is opened anew after the SMSC restarts, and carries texts both ways', async () => {
    const { smsc, carrier, events } = await makeSmppWorld()
    await smsc.stop()
    await smsc.start()
    await eventually(() => expect(smsc.isBound).toBe(true))
    await eventually(() => carrier.send(text('again')))
    expect(smsc.submits.at(-1)).toMatchObject({ text: 'again' })
    expect(await smsc.deliver({ short_message: Buffer.from('back') })).toBe(0)
    expect(events).toMatchObject([{ kind: 'text', text: 'back' }])
  })

  it('a text that waits for its answer fails for now when the connection ends', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    smsc.isSilent = true
    const sending = carrier.send(text('hello'))
    const failure = expect(sending).rejects.toMatchObject({ code: 'connection_lost', temporary: true })
    smsc.dropConnections()
    await failure
  })

  it('is kept alive, and an SMSC that has gone silent is left', async () => {
    const { smsc, log } = await makeSmppWorld({ timing: { enquireMs: 20, responseMs: 100 } })
    await eventually(() => expect(smsc.enquiries).toBeGreaterThan(2))
    expect(smsc.binds).toHaveLength(1)
    smsc.isSilent = true
    await eventually(() => expect(log.join()).toContain('no longer responds'))
    smsc.isSilent = false
    await eventually(() => expect(smsc.binds).toHaveLength(2))
  })

  it('bytes that are no PDU end the connection, not the process', async () => {
    const { smsc } = await makeSmppWorld()
    smsc.sendBytes(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await eventually(() => expect(smsc.binds).toHaveLength(2))
  })

  it('an SMSC that asks without end and reads no response is left', async () => {
    const { smsc, log } = await makeSmppWorld({ timing: { enquireMs: 600_000 } })
    smsc.stopReading()
    const enquiry = Buffer.from('00000010000000150000000000000001', 'hex')
    for (let batch = 0; batch < 20; batch += 1) smsc.sendBytes(Buffer.alloc(1_000_000, enquiry))
    // The system buffers megabytes for both ends before anything waits here.
    await expect.poll(() => smsc.binds.length).toBe(2)
    expect(log.join()).toContain('does not read our responses')
  })

  it('stop says goodbye, leaves no timers and no connection, and refuses texts', async () => {
    const timers = watchTimers()
    // So long that a timer which is left cannot end by itself.
    const timing = { enquireMs: 600_000, sweepMs: 600_000, holdPartMs: 600_000, stopMs: 600_000 }
    const { smsc, carrier } = await makeSmppWorld({ timing })
    const lost = smsc.deliver({ esm_class: 0x40, short_message: Buffer.from([5, 0, 3, 1, 2, 1, 65]) })
    await carrier.send(text('hello'))
    expect(timers.running()).toBeGreaterThanOrEqual(3)
    await carrier.stop()
    expect(smsc.unbinds).toBe(1)
    expect(await lost).toBeUndefined()
    await eventually(() => expect(timers.running()).toBe(0))
    await eventually(() => expect(smsc.isBound).toBe(false))
    await expect(carrier.send(text('late'))).rejects.toMatchObject({ temporary: true })
  })

  it('stop does not wait for an SMSC that is silent or away', async () => {
    const silent = await makeSmppWorld({ timing: { stopMs: 50, responseMs: 600_000 } })
    silent.smsc.isSilent = true
    const lost = expect(silent.carrier.send(text('hello'))).rejects.toMatchObject({ temporary: true })
    await silent.carrier.stop()
    await lost
    const away = await makeSmppWorld(
      { timing: { reconnectFirstMs: 600_000, reconnectMostMs: 600_000 } },
      false,
    )
    await away.smsc.stop()
    await away.carrier.start()
    await away.carrier.stop()
  })

  it.each(['http://a:b@127.0.0.1', 'smpp://127.0.0.1:2775', 'not an address', 'smpp://a:secret%@h'])(
    'the address %s is refused without repeating it',
    (url) => {
      const complaint =
        'The address of the SMSC must be smpp://system_id:password@host:port, or smpps:// with TLS'
      expect(() => readSmppAddress(url)).toThrow(new Error(complaint))
    },
  )
})

/** Counts the timers that are started from the carrier's files: the test runner has timers too. */
function watchTimers(): { running(): number } {
  const ids = new Set<number>()
  const hook = createHook({
    init(id, type) {
      if (type === 'Timeout' && new Error().stack?.includes('src/telephony/texting/carriers/')) ids.add(id)
    },
    destroy: (id) => ids.delete(id),
  }).enable()
  onTestFinished(() => void hook.disable())
  return { running: () => ids.size }
}

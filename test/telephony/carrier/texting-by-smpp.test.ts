import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { Smsc } from '../../harness/smsc.ts'
import { SocketClient } from '../../harness/socket-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const OUTSIDE = '+12025550150'
const ADAS = '+12025550101'
const soon = { timeout: 40_000, interval: 50 }

describe.each(engines)('texting by SMPP, from the API to the SMSC and back, on %s', (engine) => {
  const smsc = new Smsc()
  let world: TelephonyWorld
  let socket: SocketClient
  let messages: string
  beforeAll(async () => {
    await smsc.start()
    world = await startTelephonyWorld(engine, { SMPP_URL: smsc.url })
    socket = await SocketClient.connect(await world.listen())
    await socket.authenticate({ token: 'dev-acme-key' })
    const talk = await world.ada.post('/texting/conversations', {
      from_number: ADAS,
      recipients: [{ number: OUTSIDE }],
    })
    messages = `/texting/conversations/${talk.body.id}/messages`
  })
  afterAll(async () => {
    socket?.close()
    await world?.stop()
    await smsc.stop()
  })

  const publish = async (text: string) => (await world.ada.post(`${messages}/publish`, { text })).body[0]
  const statusOf = async (id: string) =>
    (await world.ada.get(messages)).body.find((one: { id: string }) => one.id === id).status

  it('a text reaches the SMSC, and its receipt the API and the sockets', async () => {
    const { id, status } = await publish('Hello from the API')
    expect(status).toBe('queued')
    await vi.waitFor(() => expect(smsc.submits.at(-1)?.text).toBe('Hello from the API'), soon)
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('sent'), soon)
    await smsc.receipt(smsc.submits.at(-1)!.id, 'DELIVRD')
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('delivered'), soon)
    await vi.waitFor(() => {
      const told = socket.heard.filter(
        ({ name, payload }) => name === 'texting.message.updated' && payload.id === id,
      )
      expect(told.at(-1)?.payload.status).toBe('delivered')
    }, soon)
    expect(socket.complaints).toEqual([])
  })

  it('an inbound text becomes an unread message and an event', async () => {
    const answered = await smsc.deliver({
      source_addr: OUTSIDE.slice(1),
      destination_addr: ADAS.slice(1),
      short_message: Buffer.from('Hello back'),
    })
    expect(answered).toBe(0)
    const { body } = await world.ada.get(messages)
    expect(body[0]).toMatchObject({ direction: 'inbound', text: 'Hello back', frm: OUTSIDE, is_read: false })
    await vi.waitFor(() => {
      const told = socket.heard.filter(({ name }) => name === 'texting.message.new')
      expect(told.at(-1)?.payload.text).toBe('Hello back')
    }, soon)
  })

  it('STOP is answered once, although the connection is lost before our answer and the SMSC repeats it', async () => {
    const number = '+12025550161'
    const stop = {
      source_addr: number.slice(1),
      destination_addr: ADAS.slice(1),
      short_message: Buffer.from('STOP'),
    }
    const answers = () => smsc.submits.filter(({ to }) => to === number.slice(1))
    const lost = smsc.deliver(stop)
    await vi.waitFor(async () => {
      const { body } = await world.ada.get('/texting/contacts', { search: number })
      expect(body[0]?.opted_out).toBe(true)
    }, soon)
    smsc.dropConnections()
    await lost
    await vi.waitFor(() => expect(smsc.isBound).toBe(true), soon)
    await smsc.deliverUntilTaken(stop)
    await vi.waitFor(() => expect(answers()).toHaveLength(1), soon)
    const { id } = await publish('After the last word')
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('sent'), soon)
    expect(answers()).toHaveLength(1)
    expect(answers()[0]!.text).toContain('Reply START')
  })

  it('a receipt with the decimal form of a hexadecimal id is that of the text', async () => {
    smsc.ids.push('1F3A0C')
    const { id } = await publish('In two number systems')
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('sent'), soon)
    await smsc.receipt(String(0x1f3a0c), 'DELIVRD')
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('delivered'), soon)
  })

  it('what is published while the SMSC is away is sent when it is back', async () => {
    await smsc.stop()
    const { id } = await publish('Patience')
    await smsc.start()
    world.clock.advance(10)
    await vi.waitFor(() => expect(smsc.submits.at(-1)?.text).toBe('Patience'), soon)
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('sent'), soon)
    expect(smsc.submits.filter(({ text }) => text === 'Patience')).toHaveLength(1)
  })

  it('a refused number fails with the reason', async () => {
    smsc.refusals.push(0x0b)
    const { id } = await publish('To nobody')
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('failed'), soon)
    const { body } = await world.ada.get(messages)
    expect(body.find((one: { id: string }) => one.id === id).error_message).toMatch(/\S/)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receiveVoicemail } from '../../../src/telephony/phones/voicemail/receive-voicemail.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** Two seconds. */
const sound = Buffer.alloc(44 + 32_000, 1)

describe.skipIf(missing)(`message waiting through Asterisk${missing}`, () => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  let list: string
  let count = 0
  const stops: (() => unknown)[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startTelephonyWorld('SQLite', asterisk.settings)
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    for (const { id } of (await world.ada.get('/voicemail/messages')).body) {
      await world.ada.delete(`/voicemail/messages/${id}`)
    }
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const find = async (number: number) =>
    (await world.ada.get(list)).body.find(({ data }: { data: { id: number } }) => data.id === number) as {
      _id: string
      data: { secret: string }
    }
  const change = async (number: number, body: object) =>
    expect((await world.ada.patch(`${list}/${(await find(number))._id}`, body)).status).toBe(200)
  const settings = async (number: number) => ({
    sipPort: asterisk.sipPort,
    number,
    domain,
    secret: (await find(number)).data.secret,
  })
  async function startPhone(number: number): Promise<BaresipPhone> {
    const phone = await startBaresip({ ...(await settings(number)), mwi: true })
    stops.push(async () => {
      // It ends its subscription, unlike a phone that is killed.
      phone.command('quit')
      await waitUntil('it is gone', () => phone.events.includes('EXIT') || phone.events.includes('SHUTDOWN'))
      await phone.stop()
    })
    return phone
  }
  async function startPlain(number: number): Promise<PlainPhone> {
    const phone = await createPlainPhone(await settings(number))
    stops.push(phone.close)
    expect(await phone.register(600)).toBe(200)
    return phone
  }
  /** A message is stored as if Asterisk had recorded it. */
  const leave = (number = 1002) => {
    count += 1
    const name = `test.${count}`
    return receiveVoicemail(world.telephony, {
      kind: 'recorded',
      address: { domain, number },
      call: name,
      recording: name,
      read: async () => sound,
      remove: async () => {},
    })
  }
  /** `1/0`: new and old messages, as it was told last. */
  const shown = (bodies: readonly string[]) => /Voice-Message: (\d+\/\d+)/.exec(bodies.at(-1) ?? '')?.[1]
  /** The number of new messages that Asterisk was told last. */
  const told = async (number: number) => {
    const { read } = world.telephony.database
    const row = await read
      .selectFrom('waiting_shown')
      .selectAll()
      .where('address', '=', `${number}@${domain}`)
      .where('is_told', '=', 1)
      .executeTakeFirst()
    return row?.new_count
  }
  const newest = async () => (await world.ada.get('/voicemail/messages')).body[0] as { id: string }

  it('a phone that subscribes shows new messages, until they are read or deleted', async () => {
    const ben = await startPhone(1002)
    await leave()
    await waitUntil('it shows one', () => shown(ben.waiting) === '1/0')
    expect(ben.waiting.at(-1)).toContain('Messages-Waiting: yes')
    expect(ben.waiting.at(-1)).toContain(`Message-Account: sip:1002@${domain}`)
    await leave()
    await waitUntil('it shows two', () => shown(ben.waiting) === '2/0')
    const path = `/voicemail/messages/${(await newest()).id}`
    expect((await world.ben.patch(path, { is_read: true })).status).toBe(200)
    await waitUntil('one is read', () => shown(ben.waiting) === '1/1')
    expect((await world.ben.delete(path)).status).toBe(200)
    await waitUntil('it is deleted', () => shown(ben.waiting) === '1/0')
    expect((await world.ben.delete(`/voicemail/messages/${(await newest()).id}`)).status).toBe(200)
    await waitUntil('all are', () => shown(ben.waiting) === '0/0')
  })

  it('a phone that does not subscribe is told all the same, unless it should subscribe', async () => {
    const ben = await startPlain(1002)
    await leave()
    await waitUntil('it shows one', () => shown(ben.notified('message-summary')) === '1/0')
    await ben.close()
    stops.length = 0
    const data = { id: 1004, name: 'Hall', mwi_subscription: 'solicited' }
    expect((await world.ada.post(list, { data })).status).toBe(201)
    const hall = await startPlain(1004)
    await leave(1004)
    await expect.poll(() => told(1004)).toBe(1)
    expect(hall.notified('message-summary')).toEqual([])
    const accept = 'application/simple-message-summary'
    // The only mailbox that it can subscribe to is its own.
    expect(await hall.subscribe(1002, 'message-summary', accept)).toBe(404)
    expect(await hall.subscribe(1004, 'message-summary', accept)).toBe(200)
    await waitUntil('it shows one', () => shown(hall.notified('message-summary')) === '1/0')
  })

  it('a phone can show the messages of another number, by its mailbox', async () => {
    await change(1003, { data: { mailbox: '1002@device' } })
    const hall = await startPlain(1003)
    await leave(1002)
    await waitUntil('it shows one', () => shown(hall.notified('message-summary')) === '1/0')
    await change(1003, { data: { mailbox: '1003@device' } })
  })

  it('is right again after a restart of either side, also for what happened in between', async () => {
    await leave()
    const ben = await startPlain(1002)
    await waitUntil('it shows one', () => shown(ben.notified('message-summary')) === '1/0')
    // Asterisk writes to its disk once a second that the phone of the first test has ended its subscription.
    await pause(1500)
    await asterisk.kill()
    await asterisk.start()
    const known = ben.notified('message-summary').length
    expect(await ben.register(600)).toBe(200)
    await waitUntil(
      'it shows one again',
      () =>
        ben.notified('message-summary').length > known && shown(ben.notified('message-summary')) === '1/0',
    )
    await world.telephony.pbx.stop()
    await leave()
    await world.telephony.pbx.start()
    await waitUntil('it shows two', () => shown(ben.notified('message-summary')) === '2/0')
  })

  it('a new user of the number does not see how many messages the former one has', async () => {
    await leave()
    const ben = await startPlain(1002)
    await waitUntil('it shows one', () => shown(ben.notified('message-summary')) === '1/0')
    await change(1002, { user: null })
    await waitUntil('it shows none', () => shown(ben.notified('message-summary')) === '0/0')
    await change(1002, { user: { id: world.demo.acme.ben.id } })
  })
})

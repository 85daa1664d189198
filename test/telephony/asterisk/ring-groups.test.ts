import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { createPlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`ring groups and business hours through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-groups-'))
  const tone = join(folder, 'tone.wav')
  let phones: PhoneWorld
  let group: string
  beforeAll(async () => {
    writeTone(tone, 440)
    phones = await startPhoneWorld()
    const { world } = phones
    const made = await world.ada.post(`/instances/${world.acmePbx}/ring-groups`, {
      number: 6001,
      name: 'Sales',
      members: ['1002', '1003'],
      prefix: 'Sales: ',
    })
    expect(made.status).toBe(201)
    group = `/instances/${world.acmePbx}/ring-groups/${made.body.id}`
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const change = async (settings: object) =>
    expect((await phones.world.ada.patch(group, settings)).status).toBe(200)

  it('ringall: all members ring, with the prefix, and the first to answer gets the call', async () => {
    const [ada, ben, hall] = await Promise.all([1001, 1002, 1003].map((number) => phones.startPhone(number)))
    ada!.call(6001)
    await Promise.all([ben!.rings(), hall!.rings()])
    expect(ben!.callers).toEqual([`Sales: Ada Lovelace <sip:1001@${phones.domain}>`])
    hall!.command('accept')
    await ada!.talks()
    await waitUntil("Ben's phone is quiet", () => ben!.endings.length === 1)
    ada!.command('hangup')
    await phones.inHistory('1001 -> 6001: answered, 1002 answered_elsewhere, 1003 answered')
  })

  it('a phone learns that another has answered, and shows no missed call; it does if the caller hangs up', async () => {
    const { secret } = (await phones.extension(1002)).data
    const { sipPort } = phones.asterisk
    const ben = await createPlainPhone({ sipPort, number: 1002, domain: phones.domain, secret })
    ben.answer('INVITE', () => '180 Ringing')
    expect(await ben.register()).toBe(200)
    const [ada, hall] = await Promise.all([1001, 1003].map((number) => phones.startPhone(number)))
    const cancels = () => ben.requests.filter((one) => one.startsWith('CANCEL'))
    ada!.call(6001)
    await hall!.rings()
    hall!.command('accept')
    await waitUntil('it stops ringing', () => cancels().length === 1)
    expect(cancels()[0]).toMatch(/^Reason:.*Call completed elsewhere/m)
    ada!.command('hangup')
    await waitUntil('the call ends', () => hall!.endings.length === 1)
    ada!.call(6001)
    await waitUntil('it rings again', () => hall!.callers.length === 2)
    ada!.command('hangup')
    await waitUntil('it stops ringing', () => cancels().length === 2)
    expect(cancels()[1]).not.toContain('elsewhere')
    await ben.register(0)
    await ben.close()
  })

  it('hunt: one after the other; then the mailbox of an extension', async () => {
    await change({ strategy: 'hunt', ring_time: 1, mailbox: '1002' })
    const [ada, , hall] = await Promise.all([
      phones.startPhone(1001, { plays: tone }),
      phones.startPhone(1002),
      phones.startPhone(1003),
    ])
    ada!.call(6001)
    await hall!.rings()
    await ada!.talks()
    const { world } = phones
    const { recordings } = phones.asterisk
    await phones.inHistory('1001 -> 6001: in_progress, 1002 no_answer, 1003 no_answer')
    const recorded = async () => (await world.ben.get('/voicemail/messages')).body.length
    const length = () =>
      Math.max(0, ...readdirSync(recordings).map((name) => statSync(join(recordings, name)).size))
    await waitUntil('a second is recorded', () => length() > 16_044)
    ada!.command('hangup')
    await expect.poll(recorded).toBe(1)
    await phones.inHistory('1001 -> 6001: voicemail, 1002 no_answer, 1003 no_answer')
  })

  it('a forward leads to a group, and a group to another number', async () => {
    await change({ strategy: 'ringall', ring_time: 30, destination: '', mailbox: '' })
    await phones.change(1002, { chanunavail_dest: '6001' })
    const [ada, hall] = await Promise.all([1001, 1003].map((number) => phones.startPhone(number)))
    ada!.call(1002)
    await hall!.rings()
    hall!.command('hangup')
    expect(await ada!.ending()).toBe('486')
    await phones.inHistory('1001 -> 1002: busy, 1002 unavailable, 1003 busy')
    await change({ members: ['1002'], destination: '1003' })
    ada!.call(6001)
    await waitUntil('it rings again', () => hall!.callers.length === 2)
    hall!.command('accept')
    await ada!.talks()
    hall!.command('hangup')
    await phones.inHistory('1001 -> 6001: answered, 1002 unavailable, 1003 answered')
    await phones.change(1002, { chanunavail_dest: '' })
  })

  it('business hours: by the time of day, an extension or nobody; two that point at each other end', async () => {
    const { world } = phones
    const path = `/instances/${world.acmePbx}/business-hours`
    const day = new Date(world.clock.now()).toISOString().slice(0, 10)
    const always = [{ date: day, name: '', intervals: [{ from: '00:00', to: '24:00' }] }]
    const made = await world.ada.post(path, {
      number: 6101,
      name: 'Office',
      time_zone: 'UTC',
      exceptions: always,
      open_destination: '1003',
    })
    expect(made.status).toBe(201)
    const url = `${path}/${made.body.id}`
    const [ada, hall] = await Promise.all([1001, 1003].map((number) => phones.startPhone(number)))
    ada!.call(6101)
    await hall!.rings()
    hall!.command('accept')
    await ada!.talks()
    hall!.command('hangup')
    await phones.inHistory('1001 -> 6101: answered, 1003 answered')
    await world.ada.patch(url, { exceptions: [] })
    ada!.call(6101)
    await waitUntil('the second call ends', () => ada!.endings.length === 2)
    expect(ada!.endings[1]).toContain('480')
    await phones.inHistory('1001 -> 6101: unavailable')
    await world.ada.patch(url, { closed_destination: '6101' })
    ada!.call(6101)
    await waitUntil('the third call ends', () => ada!.endings.length === 3)
    expect(ada!.endings[2]).toContain('480')
  })
})

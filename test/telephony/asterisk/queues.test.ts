import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { strongestTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** A tone of the music that goes on all the time, and the one that stands for a position. */
const [MUSIC, POSITION] = [392, 1000]

describe.skipIf(missing)(`queues through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-queues-'))
  let phones: PhoneWorld
  let queue: string
  beforeAll(async () => {
    phones = await startPhoneWorld()
    const { world } = phones
    const made = await world.ada.post(`/instances/${world.acmePbx}/queues`, {
      number: 6401,
      name: 'Support',
      members: ['1002', '1003'],
      leave_when_empty: false,
      prefix: 'Support: ',
    })
    expect(made.status).toBe(201)
    queue = `/instances/${world.acmePbx}/queues/${made.body.id}`
  })
  afterEach(async () => {
    await phones.endPhones()
    for (const number of [1002, 1003]) await sign(number, false)
  })
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const change = async (settings: object) =>
    expect((await phones.world.ada.patch(queue, settings)).status).toBe(200)
  const sign = async (number: number, isSignedIn: boolean) =>
    expect(
      (await phones.world.ada.put(`${queue}/agents/${number}`, { signed_in: isSignedIn })).body,
    ).toMatchObject({ signed_in: isSignedIn })
  const board = async () => (await phones.world.ada.get(`${queue}/board`)).body
  const inLine = async () =>
    (await board()).waiting.map(
      (one: { number: string; is_callback: boolean }) => one.number + (one.is_callback ? ' later' : ''),
    )
  const stateOf = async (number: number) =>
    (await board()).agents.find((one: { number: number }) => one.number === number).state

  const statistics = async () => (await phones.world.ada.get(`${queue}/statistics`)).body

  it('callers wait in line with music; agents sign in by phone, and get one after the other, except during wrap-up', async () => {
    await change({ wrap_up_time: 3600 })
    const records = mkdtempSync(join(folder, 'ada-'))
    const ada = await phones.startPhone(1001, { records })
    const [ben, dora] = await Promise.all([phones.startPhone(1002), phones.startPhone(1004)])
    const hears = (tone: number) =>
      waitUntil(`${tone} is heard`, () => {
        const file = readdirSync(records).find((name) => name.includes('dec'))
        return file !== undefined && strongestTone(join(records, file), [MUSIC, POSITION, 880], 0.3) === tone
      })
    ada.call(6401)
    await hears(POSITION)
    await hears(MUSIC)
    dora.call(6401)
    await expect.poll(inLine).toEqual(['1001', '1004'])
    expect(ben.callers).toEqual([])
    expect(await stateOf(1002)).toBe('signed_out')
    ben.call('*456401')
    await waitUntil('Ben is signed in', () => ben.endings.length === 1)
    await ben.rings()
    expect(ben.callers).toEqual([`Support: Ada Lovelace <sip:1001@${phones.domain}>`])
    ben.command('accept')
    await hears(880)
    await expect.poll(inLine).toEqual(['1004'])
    await expect.poll(() => stateOf(1002)).toBe('in_call')
    ada.command('hangup')
    await expect.poll(() => stateOf(1002)).toBe('wrap_up')
    await phones.inHistory(
      '1002 -> *456401: answered',
      '1004 -> 6401: in_progress',
      '1001 -> 6401: answered, 1002 answered',
    )
    expect(ben.callers).toHaveLength(1)
    phones.world.clock.advance(3600)
    await waitUntil('Dora is the next', () => ben.callers.length === 2)
    // Nobody else is there: a phone that does not answer rings again.
    ben.command('hangup')
    await waitUntil('it rings again', () => ben.callers.length === 3)
    ben.command('accept')
    await waitUntil('Dora hears Ben', () => dora.hears() === 1002)
    dora.command('hangup')
    await phones.inHistory('1002 -> *456401: answered', '1004 -> 6401: answered, 1002 answered')
    const { total, agents } = await statistics()
    expect(total).toMatchObject({ calls: 2, answered: 2, abandoned: 0, longest_wait: expect.any(Number) })
    expect(agents).toMatchObject([{ number: 1002, calls: 2 }])
  })

  it('who waits too long or finds nobody goes on to another number, and who hangs up has abandoned', async () => {
    await change({ max_wait: 600, destination: '1003' })
    const before = (await statistics()).total
    const [ada, hall, dora] = await Promise.all([1001, 1003, 1004].map((number) => phones.startPhone(number)))
    ada!.call(6401)
    await expect.poll(inLine).toEqual(['1001'])
    phones.world.clock.advance(600)
    await hall!.rings()
    hall!.command('accept')
    await waitUntil('Ada hears the hall', () => ada!.hears() === 1003)
    ada!.command('hangup')
    await phones.inHistory('1001 -> 6401: answered, 1003 answered')
    await change({ max_wait: 0, max_waiting: 1 })
    ada!.call(6401)
    await expect.poll(inLine).toEqual(['1001'])
    dora!.call(6401)
    await waitUntil('the second caller goes on', () => hall!.callers.length === 2)
    expect(await inLine()).toEqual(['1001'])
    for (const phone of [ada!, dora!]) phone.command('hangup')
    await phones.inHistory('1004 -> 6401: cancelled, 1003 cancelled', '1001 -> 6401: cancelled')
    await change({ leave_when_empty: true, max_waiting: 0, destination: '' })
    ada!.call(6401)
    await phones.inHistory('1001 -> 6401: no_answer')
    await change({ leave_when_empty: false })
    ada!.call(6401)
    await expect.poll(inLine).toEqual(['1001'])
    ada!.command('hangup')
    await phones.inHistory('1001 -> 6401: cancelled')
    await expect.poll(inLine).toEqual([])
    const { overflowed, abandoned } = (await statistics()).total
    expect([overflowed - before.overflowed, abandoned - before.abandoned]).toEqual([3, 2])
  })

  it('agents who do not want to be disturbed do not ring; with ringall, all others do, and one gets the call', async () => {
    const setStatus = async (status: string) =>
      expect(
        (await phones.world.ben.patch('/status/v2/current-user', { main_status: { status } })).status,
      ).toBe(200)
    await change({ wrap_up_time: 0, strategy: 'in_order', ring_time: 2 })
    const [ada, ben, hall] = await Promise.all([1001, 1002, 1003].map((number) => phones.startPhone(number)))
    for (const number of [1002, 1003]) await sign(number, true)
    await setStatus('do_not_disturb')
    ada!.call(6401)
    await hall!.rings()
    expect(await stateOf(1002)).toBe('do_not_disturb')
    expect(ben!.callers).toEqual([])
    await setStatus('available')
    await change({ strategy: 'ringall' })
    await waitUntil('both ring', () => ben!.callers.length === 1 && hall!.callers.length === 2)
    ben!.command('accept')
    await waitUntil('Ada hears Ben', () => ada!.hears() === 1002)
    await waitUntil('the other phone is quiet', () => hall!.endings.length === 2)
    await phones.inHistory('1001 -> 6401: in_progress, 1003 answered_elsewhere, 1002 answered')
    await change({ strategy: 'longest_idle', ring_time: 20 })
  })

  it('a caller presses 1, hangs up, keeps the place in line, and is called back by the agent', async () => {
    await change({ callback: true, wrap_up_time: 0 })
    const [ada, ben, dora] = await Promise.all([1001, 1002, 1004].map((number) => phones.startPhone(number)))
    ada!.call(6401)
    await ada!.talks()
    await expect.poll(inLine).toEqual(['1001'])
    dora!.call(6401)
    await expect.poll(inLine).toEqual(['1001', '1004'])
    ada!.command('sndcode', '1')
    await waitUntil('Ada has hung up', () => ada!.endings.length === 1)
    await expect.poll(inLine).toEqual(['1001 later', '1004'])
    // After a restart, too.
    await phones.world.telephony.pbx.stop()
    await phones.world.telephony.pbx.start()
    await sign(1002, true)
    await ben!.rings()
    expect(ben!.callers[0]).toContain('1001')
    ben!.command('accept')
    await ada!.rings()
    ada!.command('accept')
    await waitUntil('Ada hears Ben', () => ada!.hears() === 1002)
    await expect.poll(inLine).toEqual(['1004'])
    ada!.command('hangup')
    await waitUntil('Dora is the next', () => ben!.callers.length === 2)
    ben!.command('accept')
    await waitUntil('Dora hears Ben', () => dora!.hears() === 1002)
  })

  it('reports and the CSV file of calls count a call and one to the queue', async () => {
    const { ada } = phones.world
    const report = async () => {
      const { total, queues, users } = (await ada.get('/cdrs/report')).body
      const own = queues.find((one: { number: number }) => one.number === 6401)
      const ben = users.find((one: { user_id: string }) => one.user_id === phones.world.demo.acme.ben.id)
      return [total.calls, total.answered, own?.calls ?? 0, own?.answered ?? 0, ben?.answered ?? 0]
    }
    const before = await report()
    await change({ wrap_up_time: 0 })
    const [hers, his] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    await sign(1002, true)
    for (const [index, number] of [6401, 1002].entries()) {
      hers.call(number)
      await waitUntil('it rings', () => his.callers.length === index + 1)
      his.command('accept')
      await waitUntil('they talk', () => hers.hears() === 1002)
      hers.command('hangup')
      await waitUntil('the call ends', () => hers.endings.length === index + 1)
    }
    await phones.inHistory('1001 -> 1002: answered, 1002 answered', '1001 -> 6401: answered, 1002 answered')
    const [calls, answered, queued, served, byBen] = before as [number, number, number, number, number]
    await expect.poll(report).toEqual([calls + 2, answered + 2, queued + 1, served + 1, byBen + 2])
    const { body, bytes } = await ada.get('/cdrs/export')
    const rows = String(bytes ?? body)
      .split('\r\n')
      .slice(1, 3)
    expect(rows.map((row) => row.split(',').slice(4, 11))).toEqual([
      ['internal', 'answered', '1001', 'Ada Lovelace', '1002', '1002', 'Ben Okri'],
      ['internal', 'answered', '1001', 'Ada Lovelace', '6401', '1002', 'Ben Okri'],
    ])
  })
})

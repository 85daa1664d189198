import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askToCall } from '../../harness/asterisk/ask-to-call.ts'
import { createPlainPhone } from '../../harness/asterisk/plain-phone.ts'
import type { RunningAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import {
  call,
  ending,
  type Office,
  type Offices,
  rings,
  startOffices,
} from '../../harness/asterisk/two-offices.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'sipp', 'baresip')
const tones = { ada: 440, far: 880 }

describe.skipIf(missing)(`two Asterisks, each with instances of its own${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-several-'))
  let offices: Offices
  beforeAll(async () => {
    offices = await startOffices()
    for (const [name, hertz] of Object.entries(tones)) writeTone(join(folder, `${name}.wav`), hertz)
  })
  afterEach(() => offices.quitPhones())
  afterAll(async () => {
    await offices?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const statuses = (now: string, then: string) =>
    expect
      .poll(async () => [
        await offices.statusOf(offices.here, 1001),
        await offices.statusOf(offices.far, 3001),
      ])
      .toEqual([now, then])
  const inHistory = (text: string) => expect.poll(offices.newestCall).toBe(text)

  it('a phone registers with the Asterisk of its instance, and with no other', async () => {
    for (const [place, number] of [
      [offices.here, 1001],
      [offices.far, 3001],
      [offices.globex, 1001],
    ] as [Office, number][]) {
      const { 'qr-config': config, _id: id, data } = await offices.find(place, number)
      const address = `127.0.0.1:${place.asterisk.sipPort}`
      expect(config.outbound_server).toBe(address)
      const { body } = await place.client.get(`/instances/${place.uuid}/extensions/${id}/provisioning`)
      expect(body.outbound_proxy).toBe(address)
      const register = async ({ sipPort }: RunningAsterisk) =>
        (await sippRegister({ sipPort, number, domain: place.domain, secret: data.secret })).outcome
      expect(await register(place.asterisk)).toBe('accepted')
      expect(await register(place.asterisk === offices.first ? offices.second : offices.first)).toBe(
        'refused',
      )
      await offices.change(place, number, { secret: `another-secret-of-${number}` })
    }
  })

  it('Ada calls the far office: caller id, sound, status and history are right, whoever hangs up', async () => {
    const records = { ada: mkdtempSync(join(folder, 'ada-')), far: mkdtempSync(join(folder, 'far-')) }
    const ada = await offices.startPhone(offices.here, 1001, {
      plays: join(folder, 'ada.wav'),
      records: records.ada,
    })
    const desk = await offices.startPhone(offices.far, 3001, {
      plays: join(folder, 'far.wav'),
      records: records.far,
    })
    call(ada, 3001)
    await rings(desk)
    expect(desk.callers).toEqual([`Ada Lovelace <sip:1001@${offices.far.domain}>`])
    await statuses('ringing', 'ringing')
    desk.command('accept')
    await statuses('in_call', 'in_call')
    const heard = (path: string) => {
      const file = readdirSync(path).find((name) => name.includes('dec'))
      return file ? strongestTone(join(path, file), Object.values(tones)) : 0
    }
    await waitUntil('the far desk hears Ada', () => heard(records.far) === tones.ada)
    await waitUntil('Ada hears the far desk', () => heard(records.ada) === tones.far)
    await inHistory('1001 -> 3001: in_progress, 3001 answered')
    ada.command('hangup')
    await statuses('idle', 'idle')
    await inHistory('1001 -> 3001: answered, 3001 answered')
    // The other way round.
    call(desk, 1001)
    await rings(ada)
    ada.command('accept')
    await statuses('in_call', 'in_call')
    ada.command('hangup')
    await waitUntil('it ends for the far desk', () => desk.endings.length === 2)
    await inHistory('3001 -> 1001: answered, 1001 answered')
  })

  it('busy, unanswered and switched-off phones of the far office are told apart', async () => {
    const ada = await offices.startPhone(offices.here, 1001)
    call(ada, 3001)
    expect(await ending(ada)).toBe('480')
    await inHistory('1001 -> 3001: unavailable, 3001 unavailable')
    const desk = await offices.startPhone(offices.far, 3001)
    call(ada, 3001)
    await rings(desk)
    desk.command('hangup')
    expect(await ending(ada, 2)).toBe('486')
    await inHistory('1001 -> 3001: busy, 3001 busy')
    await offices.change(offices.far, 3001, { ringtimer: '1' })
    call(ada, 3001)
    expect(await ending(ada, 3)).toBe('480')
    await inHistory('1001 -> 3001: no_answer, 3001 no_answer')
    await waitUntil('the far desk is quiet', () => desk.endings.length === 2)
    await offices.change(offices.far, 3001, { ringtimer: '0' })
    call(ada, 3001)
    await waitUntil('it rings again', () => desk.callers.length === 3)
    ada.command('hangup')
    await waitUntil('the far desk is quiet', () => desk.endings.length === 3)
    await inHistory('1001 -> 3001: cancelled, 3001 cancelled')
  })

  it('numbers of another company are unknown, wherever its phones are', async () => {
    await offices.create(offices.globex, 1700)
    // Globex has this one at the Asterisk of the far office.
    const [ada, desk] = [
      await offices.startPhone(offices.here, 1001),
      await offices.startPhone(offices.far, 3001),
    ]
    await offices.startPhone(offices.globex, 1700)
    for (const phone of [ada, desk]) {
      call(phone, 1700)
      expect(await ending(phone)).toBe('404')
    }
    const hank = await offices.startPhone(offices.globex, 1001)
    for (const [index, number] of [3001, 1002].entries()) {
      call(hank, number)
      expect(await ending(hank, index + 1)).toBe('404')
    }
    expect(desk.callers).toEqual([])
  })

  it('a phone of the far office is asked to answer by itself, too', async () => {
    const ada = await offices.startPhone(offices.here, 1001)
    const { domain, asterisk } = offices.far
    const { secret } = (await offices.find(offices.far, 3002)).data
    const desk = await createPlainPhone({ sipPort: asterisk.sipPort, number: 3002, domain, secret })
    desk.answer('INVITE', () => '486 Busy Here')
    await desk.register()
    const state = () => offices.stateOf(offices.far, 3002)
    await waitUntil('it is registered', async () => (await state()) === 'AUTHENTICATED')
    for (const [index, number] of ['*803002', '3002'].entries()) {
      call(ada, number)
      expect(await ending(ada, index + 1)).toBe('486')
    }
    const asked = desk.requests
      .filter((text) => text.startsWith('INVITE '))
      .map((text) =>
        [/^Call-Info: .*;answer-after=0\r$/m, /^Alert-Info: .*;info=alert-autoanswer/m].map((header) =>
          header.test(text),
        ),
      )
    expect(asked).toEqual([
      [true, true],
      [false, false],
    ])
    await desk.register(0)
    await desk.close()
  })

  it('a phone stops ringing with cause 26 when another of its group answers, whichever Asterisk they are at', async () => {
    const { world, here, far } = offices
    const group = { number: 6001, name: 'All', members: ['1002', '1003', '3001', '3002'] }
    const { status, body } = await world.ada.post(`/instances/${here.uuid}/ring-groups`, group)
    expect(status).toBe(201)
    const ringing = async (office: Office, number: number) => {
      const { secret } = (await offices.find(office, number)).data
      const { sipPort } = office.asterisk
      const phone = await createPlainPhone({ sipPort, number, domain: office.domain, secret })
      phone.answer('INVITE', () => '180 Ringing')
      expect(await phone.register()).toBe(200)
      await waitUntil('it is there', async () => (await offices.stateOf(office, number)) === 'AUTHENTICATED')
      return phone
    }
    const [near, distant] = [await ringing(here, 1002), await ringing(far, 3002)]
    const ada = await offices.startPhone(here, 1001)
    const answering = [await offices.startPhone(far, 3001), await offices.startPhone(here, 1003)]
    const invited = ({ requests }: { requests: string[] }) =>
      requests.filter((one) => one.startsWith('INVITE')).length
    const reasons = () =>
      [near, distant].map(({ requests }) =>
        requests.filter((one) => one.startsWith('CANCEL')).map((one) => one.match(/^Reason: .*(?=\r)/gm)),
      )
    const elsewhere = ['Reason: SIP;cause=200;text="Call completed elsewhere"', 'Reason: Q.850;cause=26']
    for (const [index, phone] of answering.entries()) {
      call(ada, 6001)
      await waitUntil('it rings', () => phone.callers.length === index + 1)
      await waitUntil('all ring', () => [near, distant].every((one) => invited(one) === index + 1))
      phone.command('accept')
      const each = Array(index + 1).fill(elsewhere)
      await expect.poll(reasons).toEqual([each, each])
      ada.command('hangup')
      await waitUntil('it ends', () => answering.every(({ endings }) => endings.length === index + 1))
    }
    await inHistory(
      '1001 -> 6001: answered, 1002 answered_elsewhere, 1003 answered, 3001 answered_elsewhere, 3002 answered_elsewhere',
    )
    expect((await world.ada.delete(`/instances/${here.uuid}/ring-groups/${body.id}`)).status).toBe(200)
    for (const phone of [near, distant]) {
      await phone.register(0)
      await phone.close()
    }
  })

  it('a call that comes from another Asterisk is not picked up', async () => {
    await offices.change(offices.far, 3001, { namedcallgroup: 'front' })
    await offices.change(offices.far, 3002, { namedpickupgroup: 'front' })
    const [ada, desk, other] = [
      await offices.startPhone(offices.here, 1001),
      await offices.startPhone(offices.far, 3001),
      await offices.startPhone(offices.far, 3002),
    ]
    call(ada, 3001)
    await rings(desk)
    call(other, '*8')
    expect(await ending(other)).toBe('404')
    desk.command('accept')
    await statuses('in_call', 'in_call')
    ada.command('hangup')
  })

  it('nobody but an Asterisk of this server comes in as one', async () => {
    const desk = await offices.startPhone(offices.far, 3001)
    const ask = (authorization?: string) =>
      askToCall(
        offices.second.sipPort,
        { from: 'asterisk-1@switchboard', to: `3001@${offices.far.domain}` },
        authorization,
      )
    const challenge = await ask()
    expect(challenge).toMatch(/^SIP\/2.0 401 /)
    const nonce = /nonce="([^"]+)"/.exec(challenge)![1]!
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const uri = `sip:3001@${offices.far.domain}`
    // Those that know the credentials of a phone, or a wrong secret.
    for (const [user, secret] of [
      ['asterisk-1', 'guessed'],
      ['3002', (await offices.find(offices.far, 3002)).data.secret],
    ]) {
      const response = md5(`${md5(`${user}:switchboard:${secret}`)}:${nonce}:${md5(`INVITE:${uri}`)}`)
      const answer = await ask(
        `Digest username="${user}", realm="switchboard", nonce="${nonce}", uri="${uri}", response="${response}"`,
      )
      expect(answer).toMatch(/^SIP\/2.0 401 /)
    }
    expect(desk.callers).toEqual([])
  })

  it('a call between the offices goes on while Switchboard restarts', async () => {
    const [ada, desk] = [
      await offices.startPhone(offices.here, 1001),
      await offices.startPhone(offices.far, 3001),
    ]
    call(ada, 3001)
    await rings(desk)
    await offices.world.telephony.pbx.stop()
    await offices.world.telephony.pbx.start()
    await waitUntil('it rings again', () => desk.callers.length === 2)
    desk.command('accept')
    await statuses('in_call', 'in_call')
    await offices.world.telephony.pbx.stop()
    await offices.world.telephony.pbx.start()
    await statuses('in_call', 'in_call')
    await inHistory('1001 -> 3001: in_progress, 3001 answered')
    expect(ada.endings).toEqual([])
    desk.command('hangup')
    await statuses('idle', 'idle')
    await inHistory('1001 -> 3001: answered, 3001 answered')
  })
})

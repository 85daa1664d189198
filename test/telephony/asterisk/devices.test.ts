import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../debian-packages.js'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'linphonec')

describe.skipIf(missing)(`phones that set themselves up${missing}`, () => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let folder: string
  let linphone: ChildProcess | undefined
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startTelephonyWorld('SQLite', asterisk.settings)
    folder = mkdtempSync(join(tmpdir(), 'switchboard-linphone-'))
  })
  afterAll(async () => {
    if (linphone && linphone.exitCode === null) {
      linphone.kill('SIGKILL')
      await once(linphone, 'exit')
    }
    await world?.stop()
    await asterisk?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('Linphone fetches its settings and registers, and the device shows where', async () => {
    const all = `/instances/${world.acmePbx}/devices`
    const { body: device } = await world.ada.post(all, {
      vendor: 'linphone',
      label: 'App',
      extensions: [1002],
    })
    const { qr } = (await world.ada.get(`${all}/${device.id}/address`)).body
    const configuration = join(folder, 'linphonerc')
    // Without the folder of its database, it does nothing at all.
    mkdirSync(join(folder, '.local/share/linphone'), { recursive: true })
    const uri = `${await world.listen()}${new URL(qr).pathname}`
    writeFileSync(configuration, `[misc]\nconfig-uri=${uri}\n[sip]\nsip_port=-1\nsip_tcp_port=-1\n`)
    linphone = spawn(findProgram('linphonec')!, ['-c', configuration], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH, HOME: folder },
    })
    const registrations = async () => (await world.ada.get(`${all}/${device.id}/registrations`)).body
    await waitUntil('Linphone is registered', async () => (await registrations())[0].contacts.length > 0)
    const [{ number, state, contacts, media_encryption }] = await registrations()
    expect({ number, state, media_encryption }).toEqual({
      number: 1002,
      state: 'AUTHENTICATED',
      media_encryption: 'no',
    })
    expect(contacts[0]).toMatchObject({ user_agent: expect.stringMatching(/linphone/i), encrypted: false })
    const shown = (await world.ada.get(`${all}/${device.id}`)).body
    expect(shown.fetched_at).not.toBeNull()
  })
})

const lacking = missingPrograms('asterisk', 'baresip')

describe.skipIf(lacking)(`when the phone of a device was registered${lacking}`, () => {
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
  })
  afterAll(() => phones?.stop())

  it('is shown to the minute, also when it no longer is, and after a restart', async () => {
    const { world } = phones
    const all = `/instances/${world.acmePbx}/devices`
    const desk = { vendor: 'snom', model: 'D785', label: 'Desk', mac: '000413aabbcc', extensions: [1003] }
    const { body: device } = await world.ada.post(all, desk)
    const show = async () => (await world.ada.get(`${all}/${device.id}`)).body
    expect(await show()).toMatchObject({ model: 'D785', registered_at: null, registered_address: null })
    const isSeenSince = (at: number) =>
      expect.poll(async () => Date.parse((await show()).registered_at)).toBeGreaterThanOrEqual(at)
    await phones.startPhone(1003)
    await isSeenSince(world.clock.now() - 60_000)
    const first = await show()
    expect(first).toMatchObject({ registered_address: '127.0.0.1' })
    await phones.endPhones()
    expect(await show()).toEqual(first)
    world.clock.advance(60)
    await phones.startPhone(1003)
    await isSeenSince(Date.parse(first.registered_at) + 60_000)
    world.clock.advance(3600)
    await phones.endPhones()
    await isSeenSince(Date.parse(first.registered_at) + 3_660_000)
    const last = await show()
    await world.telephony.pbx.stop()
    await world.telephony.pbx.start()
    expect(await show()).toEqual(last)
    expect((await world.ada.get(all)).body).toEqual([last])
    // Another phone and its device are others.
    const { body: other } = await world.ada.post(all, { ...desk, mac: '000413aabbcd', extensions: [1002] })
    expect(other).toMatchObject({ registered_at: null })
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../debian-packages.js'
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

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'baresip')

interface Shown {
  _id: string
  data: { id: number; secret: string }
  subscriber: { state: string; call_status: string }
}

describe.skipIf(missing)(`the status of phones in calls${missing}`, () => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  let list: string
  let ada: BaresipPhone
  let ben: BaresipPhone
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startTelephonyWorld('SQLite', asterisk.settings)
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  beforeEach(async () => {
    const start = async (number: number) => {
      const { secret } = (await extensions()).find(({ data }) => data.id === number)!.data
      return startBaresip({ sipPort: asterisk.sipPort, number, domain, secret })
    }
    ada = await start(1001)
    ben = await start(1002)
    await bothAre('AUTHENTICATED idle')
  })
  afterEach(async () => {
    // They say goodbye, unlike those that are killed.
    for (const phone of [ada, ben]) phone?.command('quit')
    await bothAre('UNAUTHENTICATED idle')
    for (const phone of [ada, ben]) await phone?.stop()
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const extensions = async () => (await world.ada.get(list)).body as Shown[]
  const bothAre = (text: string) =>
    waitUntil(`both are ${text}`, async () => {
      const shown = (await extensions()).filter(({ data }) => data.id < 1003)
      return shown.every(({ subscriber }) => `${subscriber.state} ${subscriber.call_status}` === text)
    })
  const call = async () => {
    const before = ben.callers.length
    ada.command('dial', `sip:1002@${domain}`)
    await waitUntil("Ben's phone rings", () => ben.callers.length > before)
    await bothAre('AUTHENTICATED ringing')
  }

  it('ringing, talking, on hold, talking again, and over', async () => {
    await call()
    ben.command('accept')
    await bothAre('AUTHENTICATED in_call')
    ada.command('hold')
    const status = async (number: number) =>
      (await extensions()).find(({ data }) => data.id === number)!.subscriber.call_status
    await waitUntil('Ada is on hold', async () => (await status(1001)) === 'on_hold')
    ada.command('resume')
    await bothAre('AUTHENTICATED in_call')
    ben.command('hangup')
    await bothAre('AUTHENTICATED idle')
    await waitUntil('the other has ended, too', () => ada.events.includes('CALL_CLOSED'))
  })

  it.each(['declined', 'given up'])('nobody rings any more when a call is %s', async (how) => {
    await call()
    ;(how === 'declined' ? ben : ada).command('hangup')
    await bothAre('AUTHENTICATED idle')
    await waitUntil('both have ended', () => ben.endings.length > 0 && ada.endings.length > 0)
  })

  it('a call goes on with a server that starts; after a crash of Asterisk it is over', {
    timeout: 60_000,
  }, async () => {
    await call()
    await world.telephony.pbx.stop()
    ben.command('accept')
    await world.telephony.pbx.start()
    // The call is placed anew.
    await waitUntil("Ben's phone rings again", () => ben.callers.length === 2)
    ben.command('accept')
    await bothAre('AUTHENTICATED in_call')
    // Asterisk writes registrations to its disk once a second.
    await pause(1500)
    await asterisk.kill()
    await bothAre('UNAUTHENTICATED idle')
    await asterisk.start()
    // Phones that still believe in their registration are known again.
    await bothAre('AUTHENTICATED idle')
  })

  it('a user who is disabled in a call is hung up', async () => {
    await call()
    ben.command('accept')
    await bothAre('AUTHENTICATED in_call')
    const url = `/company/contacts/${world.demo.acme.ben.id}`
    expect((await world.ada.patch(url, { activated: false })).status).toBe(200)
    await waitUntil('it ends for Ada', () => ada.endings.length > 0)
    expect((await world.ada.patch(url, { activated: true })).status).toBe(200)
    const shown = (await extensions()).find(({ data }) => data.id === 1002)!
    expect(shown.subscriber).toMatchObject({ state: 'UNAUTHENTICATED', call_status: 'idle' })
  })
})

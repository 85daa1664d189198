import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { openPhoneStore } from '../../../src/telephony/phones/pbx/asterisk/phones/open-phone-store.ts'
import { shapesOfRefusal } from '../../harness/asterisk/ask-to-register.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { buildScript } from '../../harness/build-script.ts'
import { engines } from '../../harness/engines.ts'
import { untilDone } from '../../harness/outbox-entries.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'sipp', 'baresip')

describe.skipIf(missing).each(engines)(`what the API says is true of Asterisk, on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let list: string
  let domain: string
  const phones: BaresipPhone[] = []
  let dieAtStep: string
  let dieWhileCreating: string
  beforeAll(async () => {
    dieAtStep = await buildScript('die-at-step')
    dieWhileCreating = await buildScript('die-while-creating')
  })
  // A hook of its own: the first build takes a while.
  beforeAll(async () => {
    asterisk = await startAsterisk(engine)
    world = await startTelephonyWorld(engine, asterisk.settings)
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.stop()
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const create = async (id: number, data = {}) => {
    const { status, body } = await world.ada.post(list, { data: { id, name: `Desk ${id}`, ...data } })
    expect(status).toBe(201)
    return body
  }
  const register = async (number: number, secret: string) =>
    (await sippRegister({ sipPort: asterisk.sipPort, number, domain, secret })).outcome
  const stateOf = async (id: number) =>
    (await world.ada.get(list, { search: id })).body[0].subscriber.state as string
  /** Lets the claims of dead processes expire. */
  async function untilMatched() {
    world.clock.advance(60)
    world.telephony.outbox.checkAll()
    await untilDone(world.telephony.database, 'pbx_accounts')
  }
  const bindingsOf = async (number: number) =>
    (await world.telephony.pbx.registration({ domain, number })).bindings
  async function startPhone(number: number, secret: string, transport: 'udp' | 'tcp' | 'tls' = 'udp') {
    const sipPort = transport === 'tls' ? asterisk.tlsPort : asterisk.sipPort
    const phone = await startBaresip({ sipPort, number, domain, secret, transport })
    phones.push(phone)
    return phone
  }

  it('a phone registers with what the API gives it, the moment 201 has returned', async () => {
    const { 'qr-config': config } = await create(2001)
    expect(config.outbound_server).toBe(`127.0.0.1:${asterisk.sipPort}`)
    const { outcome } = await sippRegister({
      sipPort: Number(config.outbound_server.split(':')[1]),
      number: Number(config.user),
      domain: config.server,
      secret: config.password,
    })
    expect(outcome).toBe('accepted')
    expect(await bindingsOf(2001)).toHaveLength(1)
  })

  it.each(['udp', 'tcp', 'tls'] as const)(
    'a phone registers over %s, and is shown until it is gone',
    async (transport) => {
      const number = { udp: 2011, tcp: 2012, tls: 2013 }[transport]
      const { data } = await create(number)
      const phone = await startPhone(number, data.secret, transport)
      await waitUntil('the API shows it', async () => (await stateOf(number)) === 'AUTHENTICATED')
      phone.command('quit')
      await waitUntil(
        'the API shows that it is gone',
        async () => (await stateOf(number)) === 'UNAUTHENTICATED',
      )
    },
  )

  it('a wrong secret, or that of another number or domain, does not register', async () => {
    const { data } = await create(2002)
    await create(2003)
    expect(await register(2002, 'not-the-secret-at-all')).toBe('refused')
    expect(await register(2003, data.secret)).toBe('refused')
    const [{ internal_domain: elsewhere }] = (await world.hank.get('/instances')).body
    const there = { sipPort: asterisk.sipPort, number: 2002, domain: elsewhere, secret: data.secret }
    expect((await sippRegister(there)).outcome).toBe('refused')
    expect(await bindingsOf(2002)).toEqual([])
  })

  it('a refusal does not tell whether there is such a number', async () => {
    await create(2040)
    const shapes = []
    for (const number of [2040, 2994]) shapes.push(await shapesOfRefusal(asterisk.sipPort, number, domain))
    expect(shapes[0]![0]).toMatch(/^SIP\/2.0 401 /)
    expect(shapes[0]).toEqual(shapes[1])
  })

  it.each(['capital', 'Mixed'])('a domain in %s letters is the same domain', async (letters) => {
    const number = { capital: 2041, Mixed: 2042 }[letters]!
    const { data } = await create(number)
    const written =
      letters === 'capital' ? domain.toUpperCase() : domain.replace(/^./, (one) => one.toUpperCase())
    const options = { sipPort: asterisk.sipPort, number, domain: written }
    expect((await sippRegister({ ...options, secret: 'not-the-secret-at-all' })).outcome).toBe('refused')
    expect((await sippRegister({ ...options, secret: data.secret })).outcome).toBe('accepted')
    expect(await bindingsOf(number)).toHaveLength(1)
  })

  it('no more phones than max_contacts: the newest stay', async () => {
    const { data } = await create(2020, { max_contacts: '2' })
    for (let phone = 0; phone < 3; phone += 1) expect(await register(2020, data.secret)).toBe('accepted')
    expect(await bindingsOf(2020)).toHaveLength(2)
  })

  it('a disabled user is shut out, and let in again when enabled; a deleted one stays out', async () => {
    const user = (await world.ada.post('/company/contacts', { first_name: 'Paul' })).body
    const { secret } = (
      await world.ada.post(list, { data: { id: 2050, name: 'Paul' }, user: { id: user.id } })
    ).body.data
    const url = `/company/contacts/${user.id}`
    expect(await register(2050, secret)).toBe('accepted')
    expect((await world.ada.patch(url, { activated: false })).status).toBe(200)
    expect(await stateOf(2050)).toBe('UNAUTHENTICATED')
    expect(await bindingsOf(2050)).toEqual([])
    expect(await register(2050, secret)).toBe('refused')
    expect((await world.ada.patch(url, { activated: true })).status).toBe(200)
    expect(await register(2050, secret)).toBe('accepted')
    expect((await world.ada.delete(url)).status).toBe(200)
    expect(await bindingsOf(2050)).toEqual([])
    expect(await register(2050, secret)).toBe('refused')
  })

  it('after a rotation only the new secret works, and the phone is shown as gone', async () => {
    const extension = await create(2004)
    const phone = await startPhone(2004, extension.data.secret)
    await waitUntil('it is registered', async () => (await stateOf(2004)) === 'AUTHENTICATED')
    const secret = 'the-new-secret-of-2004'
    expect((await world.ada.patch(`${list}/${extension._id}`, { data: { secret } })).status).toBe(200)
    await waitUntil('it is gone', async () => (await stateOf(2004)) === 'UNAUTHENTICATED')
    await phone.stop()
    expect(await register(2004, extension.data.secret)).toBe('refused')
    expect(await register(2004, secret)).toBe('accepted')
  })

  it('another setting leaves the registration alone', async () => {
    const extension = await create(2006)
    expect(await register(2006, extension.data.secret)).toBe('accepted')
    const data = { max_contacts: '3', name: 'Another name' }
    expect((await world.ada.patch(`${list}/${extension._id}`, { data })).status).toBe(200)
    expect(await bindingsOf(2006)).toHaveLength(1)
    expect(await register(2006, extension.data.secret)).toBe('accepted')
    expect(await bindingsOf(2006)).toHaveLength(2)
  })

  it('after DELETE nothing works, and a new extension of the number has no old phones', async () => {
    const extension = await create(2005)
    expect(await register(2005, extension.data.secret)).toBe('accepted')
    expect((await world.ada.delete(`${list}/${extension._id}`)).status).toBe(200)
    expect(await bindingsOf(2005)).toEqual([])
    expect(await register(2005, extension.data.secret)).toBe('refused')
    await create(2005)
    expect(await bindingsOf(2005)).toEqual([])
    expect(await register(2005, extension.data.secret)).toBe('refused')
  })

  it('a server that is killed when Asterisk has been told leaves nothing behind', async () => {
    const secret = 'the-secret-of-a-half-extension'
    const change = { method: 'POST', url: list, body: { data: { id: 2008, name: 'Half', secret } } }
    const argument = JSON.stringify({ config: world.config, step: 'after the PBX', change })
    expect(await once(spawn(process.execPath, [dieAtStep, argument]), 'exit')).toEqual([null, 'SIGKILL'])
    expect(await register(2008, secret)).toBe('accepted')
    // The other server on the same data finds what was left.
    await untilMatched()
    expect(await register(2008, secret)).toBe('refused')
    expect((await world.ada.get(list, { search: 2008 })).status).toBe(404)
  })

  it('a server that is killed during 50 creates leaves API and Asterisk in agreement', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => 2100 + index)
    const argument = JSON.stringify({ config: world.config, url: list, numbers, survivors: 20 })
    const child = spawn(process.execPath, [dieWhileCreating, argument])
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    await untilMatched()
    const phones = openPhoneStore(asterisk.databaseUrl, createLogger('silent'))
    const there: number[] = []
    for (const number of numbers) if (await phones.find(`${number}@${domain}`)) there.push(number)
    await phones.close()
    const { status, body } = await world.ada.get(list, { search: 'Crowd', page_size: 100 })
    const shown = status === 404 ? [] : body.map((one: { data: { id: number } }) => one.data.id)
    expect(shown.sort()).toEqual(there)
    for (const one of status === 404 ? [] : body.slice(0, 3)) {
      expect(await register(one.data.id, one.data.secret)).toBe('accepted')
    }
  })

  it('Asterisk killed: 502 and no change; started again, phones are known as before', async () => {
    const [extension, rotated] = [await create(2030), await create(2031)]
    const phone = await startPhone(2030, extension.data.secret)
    await waitUntil('it is registered', async () => (await stateOf(2030)) === 'AUTHENTICATED')
    expect(await register(2031, rotated.data.secret)).toBe('accepted')
    const secret = 'a-secret-just-before-the-crash'
    expect((await world.ada.patch(`${list}/${rotated._id}`, { data: { secret } })).status).toBe(200)
    await asterisk.kill()
    const attempts = [
      await world.ada.post(list, { data: { id: 2032, name: 'Nobody' } }),
      await world.ada.patch(`${list}/${extension._id}`, { data: { secret: 'never-to-be-the-secret' } }),
      await world.ada.delete(`${list}/${extension._id}`),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([502, 502, 502])
    await waitUntil('the phone is shown as gone', async () => (await stateOf(2030)) === 'UNAUTHENTICATED')
    await asterisk.start()
    expect(await register(2030, extension.data.secret)).toBe('accepted')
    expect(await register(2031, rotated.data.secret)).toBe('refused')
    await waitUntil('what was ended stays ended', async () => (await bindingsOf(2031)).length === 0)
    expect((await world.ada.get(list, { search: 2032 })).status).toBe(404)
    expect((await world.ada.post(list, { data: { id: 2032, name: 'Somebody' } })).status).toBe(201)
    await phone.stop()
  })
})

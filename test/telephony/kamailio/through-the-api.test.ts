import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildScript } from '../../harness/build-script.ts'
import { engines } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sippRegister } from '../../harness/kamailio/sipp-register.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { subscriberRows } from '../../harness/kamailio/subscriber-rows.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('kamailio', 'sipp')

describe.skipIf(missing).each(engines)(`what the API says is true of Kamailio, on %s${missing}`, (engine) => {
  let kamailio: RunningKamailio
  let world: TelephonyWorld
  let list: string
  let domain: string
  beforeAll(async () => {
    kamailio = await startKamailio(engine)
    world = await startTelephonyWorld(engine, {
      KAMAILIO_DATABASE_URL: kamailio.databaseUrl,
      KAMAILIO_RPC_URL: kamailio.rpcUrl,
      KAMAILIO_EVENTS: kamailio.eventsAddress,
      SIP_PROXY: `127.0.0.1:${kamailio.sipPort}`,
    })
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(async () => {
    await world?.stop()
    await kamailio?.stop()
  })

  const create = async (id: number) => (await world.ada.post(list, { data: { id, name: `Desk ${id}` } })).body
  const register = (number: number, secret: string) =>
    sippRegister({ sipPort: kamailio.sipPort, number, domain, secret })
  const stateOf = async (id: number) =>
    (await world.ada.get(list, { search: id })).body[0].subscriber.state as string
  const rows = async () => JSON.stringify(await subscriberRows(kamailio.directDatabaseUrl))

  it('a phone registers with what the API gives it, the moment 201 has returned', async () => {
    const extension = await create(2001)
    const config = extension['qr-config']
    expect(config.outbound_server).toBe(`127.0.0.1:${kamailio.sipPort}`)
    const { outcome } = await sippRegister({
      sipPort: Number(config.outbound_server.split(':')[1]),
      number: Number(config.user),
      domain: config.server,
      secret: config.password,
    })
    expect(outcome).toBe('accepted')
    await waitUntil('the API shows it', async () => (await stateOf(2001)) === 'AUTHENTICATED')
  })

  it('a wrong secret does not register', async () => {
    await create(2002)
    expect((await register(2002, 'not-the-secret-at-all')).outcome).toBe('refused')
    expect(await stateOf(2002)).toBe('UNAUTHENTICATED')
  })

  it('Kamailio never gets the secret itself', async () => {
    const extension = await create(2003)
    const stored = await rows()
    expect(stored).toContain('2003')
    expect(stored).not.toContain(extension.data.secret)
  })

  it('a disabled user is shut out, and let in again when enabled; a deleted one stays out', async () => {
    const user = (await world.ada.post('/company/contacts', { first_name: 'Paul' })).body
    const { secret } = (
      await world.ada.post(list, { data: { id: 2050, name: 'Paul' }, user: { id: user.id } })
    ).body.data
    const url = `/company/contacts/${user.id}`
    expect((await register(2050, secret)).outcome).toBe('accepted')
    await waitUntil('it is registered', async () => (await stateOf(2050)) === 'AUTHENTICATED')
    expect((await world.ada.patch(url, { activated: false })).status).toBe(200)
    expect(await stateOf(2050)).toBe('UNAUTHENTICATED')
    expect((await world.telephony.pbx.registration({ domain, number: 2050 })).bindings).toEqual([])
    expect((await register(2050, secret)).outcome).toBe('refused')
    expect((await world.ada.patch(url, { activated: true })).status).toBe(200)
    expect((await register(2050, secret)).outcome).toBe('accepted')
    expect((await world.ada.delete(url)).status).toBe(200)
    expect((await world.telephony.pbx.registration({ domain, number: 2050 })).bindings).toEqual([])
    expect((await register(2050, secret)).outcome).toBe('refused')
  })

  it('after a rotation only the new secret works, and the phone is shown as gone', async () => {
    const extension = await create(2004)
    expect((await register(2004, extension.data.secret)).outcome).toBe('accepted')
    await waitUntil('it is registered', async () => (await stateOf(2004)) === 'AUTHENTICATED')
    const secret = 'the-new-secret-of-2004'
    expect((await world.ada.patch(`${list}/${extension._id}`, { data: { secret } })).status).toBe(200)
    await waitUntil('it is gone', async () => (await stateOf(2004)) === 'UNAUTHENTICATED')
    expect((await register(2004, extension.data.secret)).outcome).toBe('refused')
    expect((await register(2004, secret)).outcome).toBe('accepted')
  })

  it('after DELETE nothing works and the binding is gone', async () => {
    const extension = await create(2005)
    await register(2005, extension.data.secret)
    expect((await world.ada.delete(`${list}/${extension._id}`)).status).toBe(200)
    const { bindings } = await world.telephony.pbx.registration({ domain, number: 2005 })
    expect(bindings).toEqual([])
    expect((await register(2005, extension.data.secret)).outcome).toBe('refused')
    expect(await rows()).not.toContain('2005')
  })

  it('a server that is killed when Kamailio has been told leaves nothing behind', async () => {
    const script = await buildScript('die-at-step')
    const change = { method: 'POST', url: list, body: { data: { id: 2008, name: 'Half' } } }
    const argument = JSON.stringify({ config: world.config, step: 'after the PBX', change })
    const child = spawn(process.execPath, [script, argument])
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await rows()).toContain('2008')
    // The other server on the same data finds what was left.
    world.clock.advance(60)
    await waitUntil('it is repaired', async () => !(await rows()).includes('2008'))
    expect((await world.ada.get(list, { search: 2008 })).status).toBe(404)
  })

  it('Kamailio down: 502 and no change on either side; back up, it works again', async () => {
    const extension = await create(2006)
    const before = await rows()
    await kamailio.kill()
    const attempts = [
      await world.ada.post(list, { data: { id: 2007, name: 'Nobody' } }),
      await world.ada.patch(`${list}/${extension._id}`, { data: { secret: 'never-to-be-the-secret' } }),
      await world.ada.delete(`${list}/${extension._id}`),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([502, 502, 502])
    expect(attempts[0]!.body.title).toBe('Bad Gateway')
    await kamailio.start()
    expect(await rows()).toBe(before)
    expect((await world.ada.get(list, { search: 2007 })).status).toBe(404)
    expect((await world.ada.get(list, { search: 2006 })).body[0].data.secret).toBe(extension.data.secret)
    // What the repair has not yet reached is put right before the next change.
    world.clock.advance(60)
    expect((await world.ada.post(list, { data: { id: 2007, name: 'Somebody' } })).status).toBe(201)
    expect((await world.ada.delete(`${list}/${extension._id}`)).status).toBe(200)
  })
})

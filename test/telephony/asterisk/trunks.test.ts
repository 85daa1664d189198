import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { engines } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk')

describe.skipIf(missing).each(engines)(`trunks through Asterisk on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let provider: SipProvider
  beforeAll(async () => {
    asterisk = await startAsterisk(engine)
    world = await startTelephonyWorld(engine, asterisk.settings)
    provider = await startSipProvider()
  })
  afterAll(async () => {
    provider?.stop()
    await world?.stop()
    await asterisk?.stop()
  })

  const show = async (id: string) => (await world.ada.get(`/trunks/${id}`)).body
  const becomes = (id: string, state: string) => expect.poll(async () => (await show(id)).state).toBe(state)
  const account = () => ({
    name: 'Provider',
    kind: 'registration',
    host: '127.0.0.1',
    port: provider.port,
    username: 'acme',
    password: 'the-password-of-the-trunk',
  })

  it('a trunk registers at once, again with another password, and no longer once it is deleted', async () => {
    const { status, body } = await world.ada.post('/trunks', account())
    expect(status).toBe(201)
    expect(JSON.stringify(body)).not.toContain('the-password')
    await waitUntil('it is registered', () => provider.contact() !== '')
    await becomes(body.id, 'registered')
    await world.ada.patch(`/trunks/${body.id}`, { password: 'a;wrong^password' })
    await becomes(body.id, 'rejected')
    await world.ada.patch(`/trunks/${body.id}`, { password: 'the-password-of-the-trunk' })
    await becomes(body.id, 'registered')
    await world.ada.patch(`/trunks/${body.id}`, { enabled: false })
    expect((await show(body.id)).state).toBe('disabled')
    await waitUntil('it has unregistered', () => provider.contact() === '')
    await world.ada.patch(`/trunks/${body.id}`, { enabled: true })
    await waitUntil('it is registered again', () => provider.contact() !== '')
    expect((await world.ada.delete(`/trunks/${body.id}`)).status).toBe(200)
    await waitUntil('it has unregistered', () => provider.contact() === '')
  })

  it('a provider far away is told, too, that a trunk is disabled or deleted', async () => {
    provider.delay(300)
    const { body } = await world.ada.post('/trunks', account())
    await waitUntil('it is registered', () => provider.contact() !== '')
    await world.ada.patch(`/trunks/${body.id}`, { enabled: false })
    await waitUntil('it has unregistered', () => provider.contact() === '')
    await world.ada.patch(`/trunks/${body.id}`, { enabled: true })
    await waitUntil('it is registered again', () => provider.contact() !== '')
    await world.ada.delete(`/trunks/${body.id}`)
    await waitUntil('it has unregistered', () => provider.contact() === '')
    provider.delay(0)
  })

  it('a provider that is dead does not keep a trunk from being deleted', async () => {
    const { body } = await world.ada.post('/trunks', account())
    await waitUntil('it is registered', () => provider.contact() !== '')
    provider.die()
    expect((await world.ada.delete(`/trunks/${body.id}`)).status).toBe(200)
    provider.die(false)
  })

  it('a trunk by address is reachable as long as the provider answers', async () => {
    const trunk = { name: 'By address', kind: 'ip', host: '127.0.0.1', port: provider.port }
    const { status, body } = await world.ada.post('/trunks', trunk)
    expect(status).toBe(201)
    await becomes(body.id, 'reachable')
    expect(provider.requests('OPTIONS')).not.toEqual([])
    await world.ada.delete(`/trunks/${body.id}`)
  })

  it('what changes while Asterisk is down takes effect when it is back', async () => {
    await asterisk.kill()
    const { status, body } = await world.ada.post('/trunks', account())
    expect(status).toBe(201)
    expect(body.state).toBe('unknown')
    await asterisk.start()
    await becomes(body.id, 'registered')
    await world.ada.delete(`/trunks/${body.id}`)
    expect(asterisk.log()).not.toContain('the-password-of-the-trunk')
  })
})

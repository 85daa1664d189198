import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { watchCompany } from '../../../harness/fax-world.ts'
import { untilDone } from '../../../harness/outbox-entries.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('The phones of users, on %s', (engine) => {
  let world: TelephonyWorld
  let pbx: EmbeddedPbx
  let path: string
  let domain: string
  let number = 6000
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    pbx = world.telephony.pbx as EmbeddedPbx
    path = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(() => world.stop())

  /** Somebody with an extension whose phone has registered. */
  async function makeUser(more: object = {}) {
    number += 1
    const address = { domain, number }
    const user = (await world.ada.post('/company/contacts', { first_name: 'Paul', ...more })).body
    const made = await world.ada.post(path, { data: { id: number, name: 'Paul' }, user: { id: user.id } })
    const one = `${path}/${made.body._id}`
    return {
      url: `/company/contacts/${user.id}`,
      extension: made.body,
      one,
      address,
      register: () => pbx.report(address, { state: 'AUTHENTICATED' }),
      account: () =>
        world.telephony.database.read
          .selectFrom('pbx_accounts')
          .selectAll()
          .where('domain', '=', domain)
          .where('number', '=', address.number)
          .executeTakeFirst(),
      shown: async () => (await world.ada.get(path, { search: address.number })).body[0],
    }
  }
  type User = Awaited<ReturnType<typeof makeUser>>
  const registered = async (user: User) => {
    await user.register()
    await expect.poll(async () => (await user.shown()).subscriber.state).toBe('AUTHENTICATED')
  }
  const disable = (user: User) => world.ada.patch(user.url, { activated: false })
  const isShutOut = async (user: User) => {
    expect(await user.account()).toBeUndefined()
    await expect(user.register()).rejects.toThrow(PbxFailure)
    expect((await user.shown()).subscriber.state).toBe('UNAUTHENTICATED')
  }

  it('a disabled user is shut out at once, and everybody gets an event that the phone is gone', async () => {
    const user = await makeUser()
    await registered(user)
    const heard = await watchCompany(world, 'acme')
    expect((await disable(user)).body.activated).toBe(false)
    await isShutOut(user)
    expect((await heard()).map(({ type, payload }) => [type, payload])).toEqual([
      [
        'extension.subscriber.updated',
        expect.objectContaining({ number: user.address.number, state: 'UNAUTHENTICATED' }),
      ],
    ])
  })

  it('a user who is enabled again gets in with the same credentials', async () => {
    const user = await makeUser()
    await disable(user)
    await world.ada.patch(user.url, { activated: true })
    await registered(user)
    expect((await user.shown()).data.secret).toBe(user.extension.data.secret)
  })

  it('a change of the extension does not let a disabled user in', async () => {
    const user = await makeUser()
    await disable(user)
    expect((await world.ada.patch(user.one, { data: { description: 'Still here' } })).status).toBe(200)
    await isShutOut(user)
    const secret = 'another-secret-of-somebody'
    expect((await world.ada.patch(user.one, { data: { secret } })).status).toBe(200)
    await isShutOut(user)
  })

  it('a new extension, an assigned and an imported one of a disabled user are shut out', async () => {
    const disabled = await makeUser({ activated: false, contacts: { email: 'shut@example.com' } })
    await isShutOut(disabled)
    const other = await makeUser()
    await registered(other)
    const id = disabled.url.split('/').at(-1)
    const given = await world.ada.patch(other.one, { user: { id } })
    expect(given.body.subscriber.state).toBe('UNAUTHENTICATED')
    await isShutOut(other)
    number += 1
    const rows = [{ data: { id: number, name: 'Imported' }, user: { id } }]
    expect((await world.ada.post(`${path}/import`, rows)).status).toBe(200)
    await expect(pbx.report({ domain, number }, { state: 'AUTHENTICATED' })).rejects.toThrow(PbxFailure)
  })

  it.each([
    ['taken from', { user: null }],
    ['sent back without', 'whole'],
  ])('an extension that is %s a disabled user is let in with new credentials only', async (_name, change) => {
    const user = await makeUser()
    await disable(user)
    const body = change === 'whole' ? { ...(await user.shown()), user: null } : change
    const { location: _location, extensions: _extensions, ...sent } = body as Record<string, unknown>
    expect((await world.ada.patch(user.one, sent)).status).toBe(200)
    await registered(user)
    const now = (await user.shown()).data
    for (const name of ['secret', 'password', 'voicemail_vmpwd']) {
      expect(now[name]).not.toBe(user.extension.data[name])
    }
  })

  it('a deleted user is shut out: the extension has other credentials', async () => {
    const user = await makeUser()
    await registered(user)
    const before = await user.account()
    expect((await world.ada.delete(user.url)).status).toBe(200)
    expect((await user.account())!.ha1).not.toBe(before!.ha1)
    await expect.poll(async () => (await user.shown()).subscriber.state).toBe('UNAUTHENTICATED')
    expect((await user.shown()).data.secret).not.toBe(user.extension.data.secret)
    const entries = (await world.ada.get('/audit', { subject_id: user.extension._id })).body
    expect(entries[0]).toMatchObject({ action: 'extension.updated', after: { user: null } })
  })

  it('a PBX that is away delays nobody: the user is disabled, and the phone follows', async () => {
    const user = await makeUser()
    const { remove } = pbx
    pbx.remove = () => Promise.reject(new PbxFailure('away'))
    try {
      expect((await disable(user)).status).toBe(200)
      expect(await user.account()).toBeDefined()
    } finally {
      pbx.remove = remove
    }
    world.clock.advance(20)
    await untilDone(world.telephony.database, 'pbx_accounts')
    await isShutOut(user)
  })

  it('disabled and changed at once: neither is lost', async () => {
    const user = await makeUser()
    const [patched, disabled] = await Promise.all([
      world.ada.patch(user.one, { data: { description: 'At once' } }),
      disable(user),
      world.ada.patch(user.one, { data: { ringtimer: '30' } }),
    ])
    expect([patched.status, disabled.status]).toEqual([200, 200])
    expect((await user.shown()).data).toMatchObject({ description: 'At once', ringtimer: '30' })
    await isShutOut(user)
  })

  it('assigned and disabled at once: the phone is not left inside', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await makeUser()
      const free = (await makeUser()).one
      const [given] = await Promise.all([
        world.ada.patch(free, { user: { id: user.url.split('/').at(-1) } }),
        disable(user),
      ])
      expect([200, 409]).toContain(given.status)
      if (given.status === 409) continue
      const { data } = given.body
      await expect(pbx.report({ domain, number: data.id }, { state: 'AUTHENTICATED' })).rejects.toThrow(
        PbxFailure,
      )
    }
  })
})

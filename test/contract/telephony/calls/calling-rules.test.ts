import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoingCalls } from '../../../../src/telephony/phones/calls/limits/outgoing-calls.ts'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { freePort } from '../../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../../harness/mail-catcher.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

const HOUR = 3600
const initial = {
  allowed_countries: null,
  denied_prefixes: [],
  special_rates: false,
  routes_class: 'national',
  max_calls: 20,
  max_minutes: 2000,
}

describe.each(engines)('rules for calls to numbers outside, on %s', (engine) => {
  let world: SocketWorld
  let catcher: MailCatcher
  let trunk: string
  let ofAda: string
  let ofBen: string
  beforeAll(async () => {
    catcher = await startMailCatcher(await freePort())
    world = await startSocketWorld(engine, {
      SMTP_URL: catcher.url,
      MAIL_FROM: 'Phones <phones@example.com>',
    })
    trunk = (await world.ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.1' })).body.id
    const all = (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`)).body as {
      _id: string
      data: { id: number }
    }[]
    const pathOf = (number: number) =>
      `/instances/${world.acmePbx}/extensions/${all.find(({ data }) => data.id === number)!._id}/calling-class`
    ofAda = pathOf(1001)
    ofBen = pathOf(1002)
  })
  afterAll(async () => {
    await world.stop()
    await catcher.stop()
  })

  const actions = async () =>
    ((await world.ada.get('/audit')).body as { action: string }[]).map(({ action }) => action)

  it('an extension calls numbers of its own country, until an owner decides otherwise', async () => {
    expect((await world.ada.get(ofBen)).body).toEqual({ calling_class: 'national' })
    const changed = await world.ada.put(ofBen, { calling_class: 'international' })
    expect(changed).toMatchObject({ status: 200, body: { calling_class: 'international' } })
    expect((await world.ben.get(ofBen)).body).toEqual({ calling_class: 'international' })
    expect(await actions()).toContain('extension.calling_class_updated')
    // Replacing the extension does not change it.
    const path = ofBen.replace('/extensions/', '/bulks/extensions/').replace('/calling-class', '')
    const { body } = await world.ada.get(path)
    expect(body).not.toHaveProperty('calling_class')
    expect((await world.ada.put(path, body)).status).toBe(200)
    expect((await world.ada.get(ofBen)).body).toEqual({ calling_class: 'international' })
    expect((await world.ada.put(ofBen, { calling_class: 'everything' })).status).toBe(400)
    expect((await world.ada.put(ofBen, {})).status).toBe(400)
  })

  it('users cannot change what they may call, nor see what others may; other companies find nothing', async () => {
    for (const path of [ofBen, ofAda, '/company/calling-rules']) {
      const [method, body] =
        path === '/company/calling-rules'
          ? (['PATCH', {}] as const)
          : (['PUT', { calling_class: 'international' }] as const)
      expect((await world.ben.call(method, path, body)).status, path).toBe(403)
    }
    expect((await world.ben.get(ofAda)).status).toBe(403)
    expect((await world.ben.get('/company/calling-rules')).status).toBe(403)
    expect((await world.hank.put(ofBen, { calling_class: 'internal' })).status).toBe(404)
    expect((await world.hank.get(ofBen)).status).toBe(404)
    expect((await world.ada.get(ofAda)).body).toEqual({ calling_class: 'national' })
  })

  it('the company has rules and limits, and so has each trunk', async () => {
    const path = '/company/calling-rules'
    expect((await world.ada.get(path)).body).toEqual(initial)
    const patch = {
      allowed_countries: ['DE', 'FR'],
      denied_prefixes: ['+252'],
      max_calls: 2,
      max_minutes: 60,
    }
    expect((await world.ada.patch(path, patch)).body).toEqual({ ...initial, ...patch })
    expect((await world.ada.patch(path, { special_rates: true, max_minutes: 90 })).body).toEqual({
      ...initial,
      ...patch,
      special_rates: true,
      max_minutes: 90,
    })
    expect(await actions()).toContain('calling_rules.updated')
    expect((await world.hank.get(path)).body).toEqual(initial)
    for (const wrong of [
      { allowed_countries: ['XX'] },
      { allowed_countries: ['DE', 'DE'] },
      { denied_prefixes: ['0252'] },
      { denied_prefixes: ['+'] },
      { max_calls: 0 },
      { max_minutes: 1.5 },
      { routes_class: 'premium' },
      { unknown: 1 },
    ]) {
      expect((await world.ada.patch(path, wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
    expect((await world.ada.get(`/trunks/${trunk}`)).body).toMatchObject({
      max_calls: null,
      max_minutes: null,
    })
    const changed = await world.ada.patch(`/trunks/${trunk}`, { max_calls: 3, max_minutes: 10 })
    expect(changed.body).toMatchObject({ max_calls: 3, max_minutes: 10 })
    expect((await world.ada.patch(`/trunks/${trunk}`, { max_calls: -1 })).status).toBe(400)
    expect((await world.ada.patch(`/trunks/${trunk}`, { max_calls: null })).body.max_calls).toBe(null)
  })

  it('minutes of answered calls count for 24 hours, those in progress too, also if the end was missed', async () => {
    const pbx = world.telephony.pbx as EmbeddedPbx
    const address = { trunk, number: '+12025550177', name: '' }
    const call = (name: string, state: 'answered' | 'ended') =>
      pbx.reportCall({ kind: 'outsideCall', call: name, address, state })
    const rows = () => world.telephony.database.read.selectFrom('outgoing_calls').selectAll().execute()
    const reached = () => createOutgoingCalls(world.telephony.database.read, world.clock).admit('new', trunk)
    await world.ada.patch(`/trunks/${trunk}`, { max_minutes: 10 })
    expect(await reached()).toBeUndefined()
    call('one', 'answered')
    call('one', 'answered')
    await expect.poll(rows).toHaveLength(1)
    world.clock.advance(5 * 60)
    call('one', 'ended')
    await expect.poll(rows).toMatchObject([{ ended_at: expect.any(Number) }])
    expect(await reached()).toBeUndefined()
    call('two', 'answered')
    await expect.poll(rows).toHaveLength(2)
    world.clock.advance(5 * 60)
    expect(await reached()).toBe('trunk_minutes')
    // The PBX has lost the call.
    pbx.reportCall({ kind: 'callsInProgress', calls: [] })
    await expect.poll(async () => (await rows()).filter((row) => row.ended_at === null)).toEqual([])
    expect(await reached()).toBe('trunk_minutes')
    await world.ada.patch('/company/calling-rules', { max_minutes: 10 })
    expect(await reached()).toBe('company_minutes')
    world.clock.advance(24 * HOUR)
    expect(await reached()).toBeUndefined()
  })

  it('of calls at the same moment, only as many are admitted as the limits allow', async () => {
    await world.ada.patch('/company/calling-rules', { max_calls: 2, max_minutes: null })
    const outgoing = createOutgoingCalls(world.telephony.database.read, world.clock)
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((id) => outgoing.admit(id, trunk)))
    expect(all.sort()).toEqual(['company_calls', 'company_calls', undefined, undefined])
    outgoing.release('a')
    outgoing.release('b')
    outgoing.release('c')
    outgoing.release('d')
    await world.ada.patch(`/trunks/${trunk}`, { max_calls: 1, max_minutes: null })
    expect(await outgoing.admit('a', trunk)).toBeUndefined()
    expect(await outgoing.admit('b', trunk)).toBe('trunk_calls')
  })

  it('the owner is notified of a limit once in 24 hours: by an event, by mail and in the audit trail', async () => {
    const [ada, ben] = [await world.asAda(), await world.asBen()]
    const pbx = world.telephony.pbx as EmbeddedPbx
    const address = { trunk, number: '+12025550177', name: '' }
    const reach = (limit: 'company_calls' | 'trunk_calls') =>
      pbx.reportCall({ kind: 'limitReached', call: 'one', address, limit })
    reach('company_calls')
    reach('company_calls')
    reach('trunk_calls')
    await expect.poll(() => catcher.mails.length).toBe(2)
    expect(ada.named('call.limit_reached').map(({ payload }) => payload)).toMatchObject([
      { limit: 'company_calls', trunk_id: null, value: 2 },
      { limit: 'trunk_calls', trunk_id: trunk, value: 1 },
    ])
    expect(ben.named('call.limit_reached')).toEqual([])
    expect((await actions()).filter((action) => action === 'calling_rules.limit_reached')).toHaveLength(2)
    const [mail] = catcher.mails
    expect(mail!.recipients).toEqual(['ada@example.com'])
    expect(mail!.text).toContain('has reached its limit of 2 calls to the outside at once')
    world.clock.advance(24 * HOUR + 1)
    reach('company_calls')
    await expect.poll(() => catcher.mails.length).toBe(3)
  })
})

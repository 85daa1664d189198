import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planCall } from '../../../../src/telephony/phones/calls/plan-call.ts'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

const SPAMMER = '+12025550199'

describe.each(engines)('blocked callers, on %s', (engine) => {
  let world: SocketWorld
  let trunk: string
  let benId: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    benId = world.demo.acme.ben.id
    trunk = (await world.ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.1' })).body.id
    const destination = { kind: 'internal', pbx: world.acmePbx, number: '1002' }
    await world.ada.post('/dids', { number: '+12025550123', destination })
  })
  afterAll(() => world.stop())

  /** Somebody outside calls Ben: what happens, in a few words. */
  async function callBen(number: string) {
    const caller = { trunk, number, name: '' }
    const request = { caller, from: undefined, dialled: '12025550123', prefix: '', callsOfCaller: 0 }
    const plan = await planCall(world.telephony.database.read, request, world.clock.now())
    if (plan.kind === 'refuse') return `${plan.result} ${plan.cause}`
    if (plan.kind !== 'ring') return plan.kind
    if (plan.blocked) return `${plan.blocked.result}, message for ${plan.mailbox?.number} in ${plan.language}`
    return plan.stages[0]!.targets.map(({ mustConfirm }) => (mustConfirm ? 'confirms' : 'rings')).join()
  }
  const block = (input: object, client = world.ben) => client.post('/blocked-numbers', input)
  const numbers = async (client = world.ben, query = {}) =>
    (await client.get('/blocked-numbers', query)).body.map(({ number }: { number: string }) => number)

  it('a user blocks a number as it is written: calls to the user are refused, others are not', async () => {
    expect(await callBen(SPAMMER)).toBe('rings')
    const adas = await world.asAda({ changes: true })
    const { status, body } = await block({ number: '(202) 555-0199', note: ' Sells tea ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: benId,
      number: SPAMMER,
      is_prefix: false,
      action: 'busy',
      note: 'Sells tea',
    })
    const heard = await adas.untilHeard('changed')
    expect(heard.map(({ payload }) => payload)).toContainEqual({ kind: 'blocked_number' })
    expect(await callBen('2025550199')).toBe('blocked_number 17')
    expect(await callBen('+12025550198')).toBe('rings')
    const path = `/blocked-numbers/${body.id}`
    await world.ben.patch(path, { ...body, action: 'reject' })
    expect(await callBen(SPAMMER)).toBe('blocked_number 21')
    expect((await world.ben.patch(path, { action: 'voicemail' })).body.action).toBe('voicemail')
    expect(await callBen(SPAMMER)).toBe('blocked_number 17')
    const [extension] = (
      await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`, { search: 1002 })
    ).body
    const data = `/instances/${world.acmePbx}/bulks/extensions/${extension._id}`
    await world.ada.patch(data, { data: { voicemail: 'default' } })
    expect(await callBen(SPAMMER)).toBe('blocked_number, message for 1002 in en')
    expect((await world.ben.delete(path)).body.number).toBe(SPAMMER)
    expect(await callBen(SPAMMER)).toBe('rings')
    const audit = (await world.ada.get('/audit')).body.map(({ action }: { action: string }) => action)
    for (const what of ['created', 'updated', 'deleted']) expect(audit).toContain(`blocked_number.${what}`)
  })

  it('a beginning blocks all numbers that have it, for the company too; the longest one counts', async () => {
    const both = { number: '+1 202', is_prefix: true, for_company: true }
    expect((await block(both)).status).toBe(403)
    const { body: company } = await block({ ...both, action: 'reject' }, world.ada)
    expect(company).toMatchObject({ for_company: true, user_id: null, number: '+1202', is_prefix: true })
    expect(await callBen(SPAMMER)).toBe('blocked_number 21')
    await block({ number: SPAMMER, for_company: true, action: 'busy' }, world.ada)
    expect(await callBen(SPAMMER)).toBe('blocked_number 17')
    expect(await callBen('+12035550199')).toBe('rings')
    // The company's list is for its managers, and each user has a list of their own.
    expect(await numbers()).toEqual([])
    expect((await world.ben.get(`/blocked-numbers/${company.id}`)).status).toBe(404)
    expect((await world.ben.delete(`/blocked-numbers/${company.id}`)).status).toBe(404)
    expect((await world.ben.get('/blocked-numbers', { user: 'company' })).status).toBe(403)
    expect(await numbers(world.hank)).toEqual([])
    expect(await numbers(world.ada, { user: 'company' })).toEqual([SPAMMER, '+1202'])
    expect(await numbers(world.ada, { search: '0199' })).toEqual([SPAMMER])
    const { headers } = await world.ada.get('/blocked-numbers', { page_size: 1 })
    expect(headers['x-pagination-total-count']).toBe('2')
    for (const { id } of (await world.ada.get('/blocked-numbers')).body)
      await world.ada.delete(`/blocked-numbers/${id}`)
    expect(await callBen(SPAMMER)).toBe('rings')
  })

  it('a wrong entry is a 400 that names its field, and stores nothing', async () => {
    const wrong = [
      [{}, '/number'],
      [{ number: 'spam' }, '/number'],
      [{ number: '123' }, '/number'],
      [{ number: '0202', is_prefix: true }, '/number'],
      [{ number: SPAMMER, action: 'shout' }, '/action'],
      [{ number: SPAMMER, for_company: true, user_id: 'any' }, '/user_id'],
      [{ number: SPAMMER, color: 'red' }, '/color'],
    ] as const
    for (const [input, pointer] of wrong) {
      const { status, body } = await block(input)
      expect([status, body.errors?.[0]?.pointer], JSON.stringify(input)).toEqual([400, pointer])
    }
    const unknown = await block({ number: SPAMMER, user_id: 'f'.repeat(24) }, world.ada)
    expect(unknown.body.errors).toMatchObject([{ pointer: '/user_id' }])
    expect((await block({ number: SPAMMER, user_id: world.demo.acme.owner.id })).status).toBe(403)
    expect(await numbers(world.ada)).toEqual([])
    const { body } = await block({ number: SPAMMER })
    expect((await block({ number: SPAMMER })).status).toBe(409)
    const other = await world.ben.patch(`/blocked-numbers/${body.id}`, { number: '+12025550100' })
    expect(other.body.errors).toMatchObject([{ pointer: '/number' }])
    expect((await world.ben.get('/blocked-numbers/nothing')).status).toBe(404)
    await world.ben.delete(`/blocked-numbers/${body.id}`)
  })

  it('callers who withhold their number are refused if the user or the company wants it', async () => {
    for (const number of ['', 'anonymous']) expect(await callBen(number)).toBe('rings')
    expect((await world.ben.get('/call-screening')).body).toEqual({
      reject_anonymous: false,
      screen_unknown: false,
    })
    await world.ben.patch('/call-screening', { reject_anonymous: true })
    for (const number of ['', 'anonymous']) expect(await callBen(number)).toBe('blocked_anonymous 21')
    expect(await callBen(SPAMMER)).toBe('rings')
    await world.ben.patch('/call-screening', { reject_anonymous: false })
    const company = '/company/call-screening'
    expect((await world.ben.patch(company, { reject_anonymous: true })).status).toBe(403)
    expect(await callBen('')).toBe('rings')
    await world.ada.patch(company, { reject_anonymous: true })
    expect(await callBen('')).toBe('blocked_anonymous 21')
    await world.ada.patch(company, { reject_anonymous: false })
    const wrong = await world.ben.patch('/call-screening', { screen_unknown: 'yes' })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/screen_unknown' }] } })
  })

  it('callers whom nobody knows must be accepted with 1; people in the directory ring as usual', async () => {
    await world.ben.patch('/call-screening', { screen_unknown: true })
    expect(await callBen(SPAMMER)).toBe('confirms')
    expect(await callBen('')).toBe('confirms')
    await world.ben.post('/texting/contacts', { number: '+12025550181', first_name: 'Friend' })
    await world.ada.patch(`/company/contacts/${world.demo.acme.owner.id}`, {
      contacts: { phones: { mobile: '(202) 555-0182' } },
    })
    for (const known of ['+12025550181', '2025550182']) expect(await callBen(known)).toBe('rings')
    await world.ben.patch('/call-screening', { screen_unknown: false })
    expect(await callBen(SPAMMER)).toBe('rings')
  })

  it('a blocked call is in the history of the person with its reason, and is not a missed one', async () => {
    const pbx = world.telephony.pbx as EmbeddedPbx
    const domain = (await world.ada.get('/instances')).body[0].internal_domain
    const address = { trunk, number: SPAMMER, name: 'Tea' }
    pbx.reportCall({ kind: 'callBegan', call: 'spam', address, dialled: '+12025550123' })
    const called = { domain, number: 1002 }
    pbx.reportCall({ kind: 'phoneCalled', call: 'spam', address, called, outcome: 'blocked' })
    pbx.reportCall({ kind: 'callEnded', call: 'spam', address, result: 'blocked_number' })
    await expect
      .poll(async () => (await world.ben.get('/cdrs', { result: 'blocked_number' })).body)
      .toMatchObject([{ called: [{ number: '1002', outcome: 'blocked' }], from: { number: SPAMMER } }])
    expect((await world.ben.get('/cdrs', { missed: 'true' })).body).toEqual([])
  })

  it('the list of a deleted user is deleted', async () => {
    const { body: nina } = await world.ada.post('/company/contacts', { first_name: 'Nina' })
    await block({ number: SPAMMER, user_id: nina.id }, world.ada)
    expect(await numbers(world.ada)).toEqual([SPAMMER])
    await world.ada.delete(`/company/contacts/${nina.id}`)
    expect(await numbers(world.ada)).toEqual([])
  })
})

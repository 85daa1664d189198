import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Feature codes on %s', (engine) => {
  let world: TelephonyWorld
  let instance: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    instance = `/instances/${world.acmePbx}`
  })
  afterAll(() => world.stop())
  const forwardingOf = async (number: number) => {
    const { body } = await world.ada.get(`${instance}/bulks/extensions`)
    const found = body.find((one: { data: { id: number } }) => one.data.id === number)
    return `/instances/${world.acmePbx}/extensions/${found._id}/forwarding`
  }
  const nowhere = { number: null, busy_number: null, no_answer_number: null }
  const newestAudit = async () => (await world.ada.get('/audit', { page_size: 1 })).body[0]

  it('200: the list, for everybody; no code is the beginning of another that takes no number', async () => {
    const { status, body } = await world.ben.get('/feature-codes')
    expect(status).toBe(200)
    expect(body).toContainEqual({
      name: 'forward_calls',
      code: '*72',
      number: 'required',
      description: expect.any(String),
    })
    const codes = body.map(({ code }: { code: string }) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('200: GET and PUT the forwarding of an extension, with an entry in the audit trail', async () => {
    const own = await forwardingOf(1002)
    expect((await world.ben.get(own)).body).toEqual(nowhere)
    expect((await world.ben.put(own, { number: '1001' })).body).toEqual({ ...nowhere, number: '1001' })
    expect((await world.ada.get(own)).body).toEqual({ ...nowhere, number: '1001' })
    expect(await newestAudit()).toMatchObject({
      action: 'extension.forwarding_updated',
      before: nowhere,
      after: { ...nowhere, number: '1001' },
    })
    expect((await world.ben.put(own, { number: '(202) 555-0142' })).status).toBe(400)
    expect((await world.ben.put(own, { number: '+12025550142' })).status).toBe(200)
    expect((await world.ben.put(own, { number: null })).body).toEqual(nowhere)
  })

  it('400, 403, 404: numbers that cannot or may not be called, and extensions of others', async () => {
    const own = await forwardingOf(1002)
    for (const number of ['1002', '1777', '', 'abc']) {
      expect((await world.ben.put(own, { number })).status, number).toBe(400)
    }
    expect((await world.ben.put(own, { number: '+252615551234' })).status).toBe(403)
    const others = await forwardingOf(1001)
    expect((await world.ben.put(others, { number: '1002' })).status).toBe(403)
    expect((await world.ben.get(others)).status).toBe(403)
    expect((await world.hank.put(own, { number: '1001' })).status).toBe(404)
    expect((await world.ada.get(own)).body).toEqual(nowhere)
  })

  it('200, 400: calls to a busy phone, and those that nobody answers, go to numbers of their own', async () => {
    const own = await forwardingOf(1002)
    const both = { busy_number: '1001', no_answer_number: '1003' }
    expect((await world.ben.put(own, both)).body).toEqual({ ...nowhere, ...both })
    // What is absent stays.
    const all = { ...both, number: '1003' }
    expect((await world.ben.put(own, { number: '1003' })).body).toEqual(all)
    const refused = await world.ben.put(own, { busy_number: '1002' })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/busy_number' }] } })
    expect((await world.ben.put(own, { no_answer_number: '+252615551234' })).status).toBe(403)
    expect((await world.ben.get(own)).body).toEqual(all)
    expect((await world.ben.put(own, { number: null, busy_number: null })).body).toEqual({
      ...{ ...nowhere, no_answer_number: '1003' },
    })
    expect((await world.ben.put(own, nowhere)).body).toEqual(nowhere)
  })

  it('a forwarding ends when the extension goes to somebody else, and with the extension', async () => {
    const list = `${instance}/bulks/extensions`
    const user = { id: world.demo.acme.ben.id }
    const { body } = await world.ada.post(list, { data: { id: 1044, name: 'Second phone' }, user })
    const path = `/instances/${world.acmePbx}/extensions/${body._id}/forwarding`
    await world.ben.put(path, { number: '1001' })
    await world.ada.patch(`${list}/${body._id}`, { user: null })
    expect((await world.ada.get(path)).body).toEqual(nowhere)
    await world.ada.delete(`${list}/${body._id}`)
    expect((await world.ada.get(path)).status).toBe(404)
  })

  it('200, 403: named users open and close by hand, others do not', async () => {
    const hours = `${instance}/business-hours`
    const made = await world.ada.post(hours, {
      ...{ number: 6151, name: 'Office', time_zone: 'UTC', open_destination: '1001' },
      switched_by: ['1001'],
    })
    const mode = `/instances/${world.acmePbx}/business-hours/${made.body.id}/mode`
    expect((await world.ben.put(mode, { mode: 'closed' })).status).toBe(403)
    await world.ada.patch(`${hours}/${made.body.id}`, { switched_by: ['1002'] })
    expect((await world.ben.put(mode, { mode: 'closed' })).body).toMatchObject({ mode: 'closed' })
    expect(await newestAudit()).toMatchObject({ action: 'business_hours.updated', after: { mode: 'closed' } })
    expect((await world.ben.put(mode, { mode: 'ajar' })).status).toBe(400)
    // Nothing else of it.
    expect((await world.ben.patch(`${hours}/${made.body.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await world.hank.put(mode, { mode: 'open' })).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import type { ParkedCallEvent } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Parking lots on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/parking-lots`
  })
  afterAll(() => world.stop())
  const make = (number: number, first_slot: number, last_slot: number, more: object = {}) =>
    world.ada.post(path, { number, name: `Lot ${number}`, first_slot, last_slot, ...more })

  it('201: a number and a range of slots; PATCH and DELETE for managers, GET for everybody', async () => {
    const made = await make(700, 701, 709)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...{ number: 700, first_slot: 701, last_slot: 709, return_after: 120 },
      ...{ destination: '', music: 'default' },
    })
    const one = `${path}/${made.body.id}`
    expect((await world.ben.get(path)).body).toEqual([made.body])
    expect((await world.ben.patch(one, { return_after: 60 })).status).toBe(403)
    expect(
      (await world.ben.post(path, { number: 800, name: 'Mine', first_slot: 801, last_slot: 802 })).status,
    ).toBe(403)
    expect((await world.hank.get(one)).status).toBe(404)
    expect((await world.ada.patch(one, { return_after: 60 })).body.return_after).toBe(60)
    expect((await world.ada.patch(one, { return_after: 5 })).status).toBe(400)
    expect((await world.ada.delete(one)).status).toBe(200)
    expect((await world.ben.get(`${one}/calls`)).status).toBe(404)
  })

  it('400: slots are numbers of the instance, which nothing else has, in both directions', async () => {
    const wrong = async (...[number, first, last]: [number, number, number]) =>
      (await make(number, first, last)).body.errors
    expect(await wrong(710, 719, 711)).toEqual([{ pointer: '/last_slot', detail: 'must be at least 719' }])
    expect(await wrong(710, 711, 799)).toEqual([
      { pointer: '/last_slot', detail: 'a parking lot has at most 50 slots' },
    ])
    expect(await wrong(710, 709, 711)).toEqual([{ pointer: '/number', detail: 'is one of its own slots' }])
    expect(await wrong(990, 1000, 1005)).toEqual([
      { pointer: '/last_slot', detail: '1001 is taken: extension 1001 already exists' },
    ])
    expect((await wrong(905, 910, 912))?.[0]?.detail).toMatch(/911 is an emergency number/)
    const lot = (await make(710, 711, 712)).body
    const taken = '711 is taken: it is a slot of the parking lot Lot 710'
    expect((await make(720, 711, 713)).body.errors[0].detail).toBe(taken)
    const group = { number: 711, name: 'A', members: ['1001'] }
    const groups = `/instances/${world.acmePbx}/ring-groups`
    expect((await world.ada.post(groups, group)).body.errors[0].detail).toBe(taken)
    const extensions = `/instances/${world.acmePbx}/bulks/extensions`
    expect((await world.ada.post(extensions, { data: { id: 711, name: 'A' } })).status).toBe(400)
    // It keeps its own slots.
    expect((await world.ada.patch(`${path}/${lot.id}`, { last_slot: 713 })).status).toBe(200)
    const imported = await world.ada.get(`${extensions}/next-number`)
    expect([710, 711, 712, 713]).not.toContain(imported.body.number)
    for (const number of ['710', '712']) {
      const destination = { kind: 'internal', pbx: world.acmePbx, number }
      const did = await world.ada.post('/dids', { number: '+12025550123', destination })
      expect(did.body.errors).toEqual([
        { pointer: '/destination/number', detail: 'is for phones of the organization only' },
      ])
    }
    await world.ada.delete(`${path}/${lot.id}`)
  })

  it('devices have lamps for slots, by the name of the lot', async () => {
    const lot = (await make(730, 731, 732)).body
    const devices = `/instances/${world.acmePbx}/devices`
    const device = { vendor: 'yealink', label: 'Desk', mac: '001565aabb01', extensions: [1001] }
    expect((await world.ada.post(devices, { ...device, lamps: [1002, 733] })).status).toBe(400)
    const made = await world.ada.post(devices, { ...device, lamps: [1002, 731] })
    expect(made.body.lamps).toEqual([1002, 731])
    const { url } = (await world.ada.get(`${devices}/${made.body.id}/address`)).body
    const file = await world.app.inject({
      url: `${new URL(url).pathname}001565aabb01.cfg`,
      headers: { 'user-agent': 'Yealink SIP-T46U' },
    })
    expect(file.body).toContain('731')
    expect(file.body).toContain('Lot 730 731')
    await world.ada.delete(`${devices}/${made.body.id}`)
    await world.ada.delete(`${path}/${lot.id}`)
  })

  it('everybody sees the calls that are parked; events that come again change nothing', async () => {
    const lot = (await make(740, 741, 742)).body
    const calls = `/instances/${world.acmePbx}/parking-lots/${lot.id}/calls`
    const [{ internal_domain: domain }] = (await world.ada.get('/instances')).body
    const pbx = world.telephony.pbx as EmbeddedPbx
    const parked = (state: ParkedCallEvent['state'], by?: ParkedCallEvent['by']) =>
      pbx.reportCall({
        ...{ kind: 'parkedCall', call: 'a call', address: { domain, number: 1003 } },
        ...{ companyId: world.demo.acme.company.id, lotId: lot.id, slot: 741 },
        ...{ callerId: { name: 'Meeting room', number: '1003' }, parkedBy: { domain, number: 1002 } },
        ...{ since: 1_700_000_000_000, returnsAt: 1_700_000_120_000, state, by },
      })
    const shown = async () => (await world.ben.get(calls)).body
    parked('parked')
    parked('parked')
    await expect.poll(shown).toEqual([
      {
        ...{ slot: 741, number: '1003', name: 'Meeting room', parked_by: '1002' },
        ...{ parked_at: '2023-11-14T22:13:20.000Z', returns_at: '2023-11-14T22:15:20.000Z' },
      },
    ])
    expect((await world.hank.get(calls)).status).toBe(404)
    parked('picked_up', { domain, number: 1001 })
    parked('picked_up', { domain, number: 1001 })
    await expect.poll(shown).toEqual([])
    // After a crash, the PBX says which calls there are.
    parked('parked')
    await expect.poll(async () => (await shown()).length).toBe(1)
    pbx.reportCall({ kind: 'callsInProgress', calls: [] })
    await expect.poll(shown).toEqual([])
    const rows = await world.telephony.database.read
      .selectFrom('events')
      .select('payload')
      .where('type', '=', 'parking.updated')
      .orderBy('position')
      .execute()
    expect(
      rows.map(({ payload }) => {
        const { state, picked_up_by: by, slot } = JSON.parse(String(payload))
        return `${slot} ${state} ${by}`
      }),
    ).toEqual(['741 parked ', '741 picked_up 1001', '741 parked ', '741 ended '])
    await world.ada.delete(`${path}/${lot.id}`)
  })

  it('POST /cdrs/{id}/park: 404 for a stranger, 409 if nobody talks', async () => {
    const [{ internal_domain: domain }] = (await world.ada.get('/instances')).body
    const pbx = world.telephony.pbx as EmbeddedPbx
    const [address, called] = [1001, 1002].map((number) => ({ domain, number })) as [
      { domain: string; number: number },
      { domain: string; number: number },
    ]
    pbx.reportCall({ kind: 'callBegan', call: 'talk', address, dialled: '1002' })
    const find = async () =>
      (await world.ada.get('/cdrs')).body.find(({ to }: { to: string }) => to === '1002')
    await expect.poll(find).toBeTruthy()
    const park = `/cdrs/${(await find()).id}/park`
    expect((await world.ada.post(park, {})).body.detail).toBe('Nobody talks in this call now')
    expect((await world.hank.post(park, {})).status).toBe(404)
    pbx.reportCall({ kind: 'phoneCalled', call: 'talk', address, called, outcome: 'answered' })
    await expect.poll(async () => (await find()).answered_at).toBeTruthy()
    // The embedded PBX cannot park.
    expect((await world.ben.post(park, {})).status).toBe(409)
    expect((await world.ben.post(park, { slot: 'x' })).status).toBe(400)
    pbx.reportCall({ kind: 'callEnded', call: 'talk', address, result: 'answered' })
  })
})

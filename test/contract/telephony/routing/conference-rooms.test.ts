import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Conference rooms on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/conference-rooms`
  })
  afterAll(() => world.stop())
  const make = async (number: number, more: object = {}) =>
    (await world.ada.post(path, { number, name: 'Stand-up', ...more })).body

  it('201: number and name are enough; PATCH and DELETE as for ring groups', async () => {
    const made = await world.ada.post(path, { number: 6501, name: 'Stand-up' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...{ number: 6501, moderators: [], wait_for_moderator: false, end_with_moderator: false },
      music: 'default',
    })
    expect((await world.ben.get(path)).body).toEqual([made.body])
    const one = `/instances/${world.acmePbx}/conference-rooms/${made.body.id}`
    expect((await world.ben.get(one)).body).toEqual(made.body)
    expect((await world.ben.patch(one, { name: 'Mine' })).status).toBe(403)
    const changed = await world.ada.patch(one, { moderators: ['1002'], wait_for_moderator: true })
    expect(changed.body).toMatchObject({ moderators: ['1002'], wait_for_moderator: true, number: 6501 })
    expect((await world.ada.post(path, { number: 6501, name: 'Another' })).status).toBe(400)
    const twice = await world.ada.patch(one, { moderators: ['1002', '1002'] })
    expect(twice.body.errors).toEqual([{ pointer: '/moderators/1', detail: '1002 is already a moderator' }])
    expect((await world.ada.delete(one)).status).toBe(200)
    expect(
      (await world.ada.get(`/instances/${world.acmePbx}/conference-rooms/${made.body.id}/pins`)).status,
    ).toBe(404)
  })

  it('a new room has two PINs, which only managers see and choose; the audit trail has none', async () => {
    const { id } = await make(6502)
    const pins = `/instances/${world.acmePbx}/conference-rooms/${id}/pins`
    const { body } = await world.ada.get(pins)
    expect(body).toEqual({
      pin: expect.stringMatching(/^\d{6}$/),
      moderator_pin: expect.stringMatching(/^\d{6}$/),
    })
    expect(body.pin).not.toBe(body.moderator_pin)
    for (const client of [world.ben, world.hank]) {
      const status = client === world.ben ? 403 : 404
      expect((await client.get(pins)).status).toBe(status)
      expect((await client.put(pins, { pin: '1234', moderator_pin: '' })).status).toBe(status)
    }
    expect((await world.ada.put(pins, { pin: '123', moderator_pin: '' })).status).toBe(400)
    expect((await world.ada.put(pins, { pin: '1234', moderator_pin: '1234' })).status).toBe(400)
    expect((await world.ada.put(pins, { pin: '24680', moderator_pin: '13579' })).status).toBe(200)
    expect((await world.ada.get(pins)).body).toEqual({ pin: '24680', moderator_pin: '13579' })
    const [entry] = (await world.ada.get('/audit', { page_size: 1 })).body
    expect(entry.action).toBe('conference.pins_updated')
    expect(JSON.stringify(entry)).not.toMatch(/24680|13579/)
    const rows = await world.telephony.database.read.selectFrom('conference_pins').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/24680|13579/)
    await world.ada.put(pins, { pin: '', moderator_pin: '' })
    expect((await world.ada.get(pins)).body).toEqual({ pin: '', moderator_pin: '' })
  })

  it('moderators and managers see who is there, others do not; events that come again change nothing', async () => {
    const { id } = await make(6503)
    const one = `/instances/${world.acmePbx}/conference-rooms/${id}`
    const participants = `/instances/${world.acmePbx}/conference-rooms/${id}/participants`
    const [{ internal_domain: domain }] = (await world.ada.get('/instances')).body
    const event = {
      ...{ kind: 'conferenceCall' as const, call: 'a call', address: { domain, number: 1003 } },
      ...{ companyId: world.demo.acme.company.id, roomId: id },
      ...{ callerId: { name: 'Meeting room', number: '1003' }, isModerator: true, since: 1_700_000_000_000 },
    }
    const pbx = world.telephony.pbx as EmbeddedPbx
    const names = async () =>
      (await world.ada.get(participants)).body.map((found: { name: string }) => found.name)
    pbx.reportCall({ ...event, state: 'entered' })
    pbx.reportCall({ ...event, state: 'entered' })
    await expect.poll(names).toEqual(['Meeting room'])
    expect((await world.ben.get(participants)).status).toBe(403)
    await world.ada.patch(one, { moderators: ['1002'] })
    expect((await world.ben.get(participants)).body).toEqual([
      { number: '1003', name: 'Meeting room', is_moderator: true, entered_at: expect.any(String) },
    ])
    expect((await world.hank.get(participants)).status).toBe(404)
    pbx.reportCall({ ...event, state: 'left' })
    await expect.poll(names).toEqual([])
    // After a crash, the PBX says which calls there are.
    pbx.reportCall({ ...event, state: 'entered' })
    await expect.poll(names).toEqual(['Meeting room'])
    pbx.reportCall({ kind: 'callsInProgress', calls: [] })
    await expect.poll(names).toEqual([])
  })
})

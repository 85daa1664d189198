import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Business hours on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/business-hours`
  })
  afterAll(() => world.stop())
  const least = { number: 6101, name: 'Office', time_zone: 'Europe/Berlin', open_destination: '1001' }
  const week = { days: ['mon', 'fri'], from: '09:00', to: '17:00' }

  it('201: without intervals it is always closed', async () => {
    const { status, body } = await world.ada.post(path, least)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      company_id: world.demo.acme.company.public_id,
      pbx: world.acmePbx,
      ...least,
      intervals: [],
      exceptions: [],
      closed_destination: '',
      mode: 'schedule',
      switched_by: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await world.ben.get(path)).body).toEqual([body])
    expect((await world.ben.patch(`${path}/${body.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await world.hank.get(`${path}/${body.id}`)).status).toBe(404)
    // It is no ring group.
    expect((await world.ada.get(`/instances/${world.acmePbx}/ring-groups/${body.id}`)).status).toBe(404)
  })

  it('200: edit, PATCH, DELETE', async () => {
    const exceptions = [
      { date: '2026-12-24', name: 'Christmas Eve', intervals: [{ from: '09:00', to: '12:00' }] },
      { date: '2026-12-25', name: 'Christmas', intervals: [] },
    ]
    const full = { ...least, number: 6102, intervals: [week], exceptions, closed_destination: '1002' }
    const { body: made } = await world.ada.post(path, full)
    expect(made).toMatchObject(full)
    const url = `/instances/${world.acmePbx}/business-hours/${made.id}`
    const edited = await world.ada.patch(url, { ...made, intervals: [{ ...week, to: '24:00' }] })
    expect(edited.body).toMatchObject({ exceptions, intervals: [{ ...week, to: '24:00' }] })
    const cleared = await world.ada.patch(url, { exceptions: [], closed_destination: '' })
    expect(cleared.body).toMatchObject({
      exceptions: [],
      closed_destination: '',
      intervals: edited.body.intervals,
    })
    expect((await world.ada.delete(url)).body).toEqual(cleared.body)
  })

  it.each([
    ['/time_zone', { time_zone: 'Mars/Olympus' }],
    ['/time_zone', { time_zone: '' }],
    ['/open_destination', { open_destination: '' }],
    ['/intervals/0/to', { intervals: [{ ...week, to: '09:00' }] }],
    ['/intervals/0/to', { intervals: [{ ...week, from: '22:00', to: '06:00' }] }],
    ['/intervals/0/from', { intervals: [{ ...week, from: '9:00' }] }],
    ['/intervals/0/from', { intervals: [{ ...week, from: '24:01' }] }],
    ['/intervals/0/days/0', { intervals: [{ ...week, days: ['someday'] }] }],
    ['/exceptions/0/date', { exceptions: [{ date: '2026-02-30', name: '', intervals: [] }] }],
    [
      '/exceptions/1/date',
      { exceptions: ['2026-12-25', '2026-12-25'].map((date) => ({ date, name: '', intervals: [] })) },
    ],
    [
      '/exceptions/0/intervals/0/to',
      { exceptions: [{ date: '2026-12-25', name: '', intervals: [{ from: '10:00', to: '09:00' }] }] },
    ],
    ['/number', { number: 6101 }],
  ])('400: %s', async (pointer, wrong) => {
    const { status, body } = await world.ada.post(path, { ...least, number: 6199, ...wrong })
    expect([status, body.errors?.[0].pointer]).toEqual([400, pointer])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Ring groups on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/ring-groups`
  })
  afterAll(() => world.stop())
  const create = (body: object) => world.ada.post(path, { name: 'Sales', members: ['1001', '1002'], ...body })
  const made = async (body: object) => {
    const { status, body: group } = await create(body)
    expect(status).toBe(201)
    return group as { id: string; number: number }
  }
  const urlOf = ({ id }: { id: string }) => `${path}/${id}`
  const extensions = () => `/instances/${world.acmePbx}/bulks/extensions`

  it('201: number, name and members are enough; everybody in the company sees it', async () => {
    const { status, body } = await create({ number: 6001, name: ' Sales ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      company_id: world.demo.acme.company.public_id,
      pbx: world.acmePbx,
      number: 6001,
      name: 'Sales',
      members: ['1001', '1002'],
      strategy: 'ringall',
      ring_time: 20,
      prefix: '',
      destination: '',
      mailbox: '',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    for (const client of [world.ada, world.ben]) {
      expect((await client.get(path)).body).toEqual([body])
      expect((await client.get(urlOf(body))).body).toEqual(body)
    }
    expect((await world.ada.get(path)).headers['x-pagination-total-count']).toBe('1')
  })

  it('200: GET, edit, PATCH; absent settings stay', async () => {
    const group = await made({ number: 6002, prefix: 'Sales: ', strategy: 'hunt' })
    const whole = (await world.ada.get(urlOf(group))).body
    const edited = await world.ada.patch(urlOf(group), { ...whole, ring_time: 9 })
    expect(edited.status).toBe(200)
    expect(edited.body).toEqual({ ...whole, ring_time: 9, updated_at: expect.any(String) })
    const patched = await world.ada.patch(urlOf(group), { destination: '1003', number: 6003 })
    expect(patched.body).toMatchObject({ prefix: 'Sales: ', destination: '1003', ring_time: 9, number: 6003 })
    expect((await world.ada.patch(urlOf(group), { pbx: 'another' })).body.errors).toEqual([
      { pointer: '/pbx', detail: 'cannot be changed' },
    ])
  })

  it('200 with the deleted group; then 404, and its number is free', async () => {
    const group = await made({ number: 6004 })
    expect((await world.ada.delete(urlOf(group))).body).toEqual(group)
    expect((await world.ada.get(urlOf(group))).status).toBe(404)
    expect((await world.ada.delete(urlOf(group))).status).toBe(404)
    await made({ number: 6004 })
  })

  it('400 names all faults, and nothing is stored', async () => {
    const before = (await world.ada.get(path)).body
    const { status, body } = await create({
      number: 7,
      name: ' ',
      members: ['1001', 'x'],
      strategy: 'loudest',
      ring_time: 0,
      destination: 'sip:1002',
      color: 'red',
    })
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
      ['/color', '/destination', '/members/1', '/name', '/number', '/ring_time', '/strategy'].sort(),
    )
    for (const [pointer, wrong] of [
      ['/members', { members: [] }],
      ['/members/1', { members: ['1001', '1001'] }],
      ['/number', { number: 911 }],
      ['/id', { id: 'mine' }],
      ['/prefix', { prefix: 'a\r\nb' }],
    ] as const) {
      const answer = await create({ number: 6005, ...wrong })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
    }
    expect((await world.ada.get(path)).body).toEqual(before)
  })

  it('a number belongs to one extension or route of an instance, whichever comes first', async () => {
    const group = await made({ number: 6010 })
    const taken = { pointer: '/number', detail: '6010 is taken: the ring group Sales already exists' }
    expect((await create({ number: 6010 })).body.errors).toEqual([taken])
    expect((await create({ number: 1001 })).body.errors[0].detail).toBe(
      '1001 is taken: extension 1001 already exists',
    )
    expect((await world.ada.patch(urlOf(group), { number: 1001 })).status).toBe(400)
    expect((await world.ada.patch(urlOf(group), { number: 6010 })).status).toBe(200)
    const extension = await world.ada.post(extensions(), { data: { id: 6010, name: 'Too late' } })
    expect(extension.status).toBe(400)
    expect(extension.body.errors).toEqual([{ ...taken, pointer: '/data/id' }])
    const table = await world.ada.call(
      'POST',
      `${extensions()}/import`,
      'number,name\n6010,Late\n6011,Fine\n',
      {
        'content-type': 'text/csv',
      },
    )
    expect(table.status).toBe(400)
    expect(JSON.stringify(table.body)).toContain('6010 is taken')
    expect((await world.ada.get(path)).body.map(({ number }: { number: number }) => number)).toContain(6010)
    // The same number on another instance is free.
    const branch = (await world.ada.post('/company/locations', { name: 'Branch' })).body
    const there = `/instances/${branch.pbx_id}/ring-groups`
    const elsewhere = await world.ada.post(there, { number: 6010, name: 'Sales', members: ['1001'] })
    expect(elsewhere.status).toBe(201)
    expect((await world.ada.get(`${path}/${elsewhere.body.id}`)).status).toBe(404)
    const next = await world.ada.get(`/instances/${branch.pbx_id}/bulks/extensions/next-number`)
    expect(next.body).toEqual({ number: 1001 })
    expect((await world.ada.delete(`/company/locations/${branch.id}`)).status).toBe(409)
    await world.ada.delete(`${there}/${elsewhere.body.id}`)
    expect((await world.ada.delete(`/company/locations/${branch.id}`)).status).toBe(200)
  })

  it('next-number: skips the numbers of routes', async () => {
    const next = async () => (await world.ada.get(`${extensions()}/next-number`)).body.number as number
    const first = await next()
    const group = await made({ number: first })
    expect(await next()).toBe(first + 1)
    const more = await made({ number: first + 1 })
    expect(await next()).toBe(first + 2)
    for (const one of [group, more]) await world.ada.delete(urlOf(one))
    expect(await next()).toBe(first)
  })

  it('an extension and a group that want the same number at once: one gets it', async () => {
    const answers = await Promise.all([
      world.ada.post(extensions(), { data: { id: 6020, name: 'An extension' } }),
      create({ number: 6020 }),
      world.ada.post(extensions(), { data: { id: 6021, name: 'An extension' } }),
      create({ number: 6021 }),
    ])
    for (const pair of [answers.slice(0, 2), answers.slice(2)]) {
      expect(pair.map(({ status }) => status).sort()).toEqual([201, 400])
    }
  })

  it('403 for users, 404 for other companies, also with a wrong body', async () => {
    const group = await made({ number: 6030 })
    for (const [client, status] of [
      [world.ben, 403],
      [world.hank, 404],
      [world.stranger, 401],
    ] as const) {
      expect((await client.post(path, { nonsense: 1 })).status).toBe(status)
      expect((await client.patch(urlOf(group), { nonsense: 1 })).status).toBe(status)
      expect((await client.patch(urlOf(group), { name: 'Mine' })).status).toBe(status)
      expect((await client.delete(urlOf(group))).status).toBe(status)
    }
    expect((await world.hank.get(urlOf(group))).status).toBe(404)
    expect((await world.hank.get(path)).status).toBe(404)
    expect((await world.hank.get(`/instances/${world.globexPbx}/ring-groups`)).body).toEqual([])
    expect((await world.ada.get(urlOf(group))).body).toEqual(group)
  })

  it('changes are in the audit trail', async () => {
    const group = await made({ number: 6040 })
    await world.ada.patch(urlOf(group), { name: 'Support' })
    await world.ada.delete(urlOf(group))
    const { body } = await world.ada.get('/audit', { subject_id: group.id })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'ring_group.deleted',
      'ring_group.updated',
      'ring_group.created',
    ])
  })
})

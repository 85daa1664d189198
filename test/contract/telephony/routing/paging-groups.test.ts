import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Paging groups on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  it('201: number, name and members; PATCH and DELETE for managers, GET for everybody', async () => {
    const path = `/instances/${world.acmePbx}/paging-groups`
    const body = { number: 6600, name: 'Warehouse', members: ['1001', '1002'] }
    expect((await world.ben.post(path, body)).status).toBe(403)
    const made = await world.ada.post(path, body)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ...body, callers: [], two_way: false, urgent: false })
    expect((await world.ben.get(path)).body).toEqual([made.body])
    const one = `/instances/${world.acmePbx}/paging-groups/${made.body.id}`
    expect((await world.ben.get(one)).body).toEqual(made.body)
    expect((await world.ben.patch(one, { urgent: true })).status).toBe(403)
    expect((await world.hank.get(one)).status).toBe(404)
    expect((await world.ada.patch(one, { urgent: true, callers: ['1001'] })).body).toMatchObject({
      ...{ urgent: true, callers: ['1001'], two_way: false },
    })
    const [entry] = (await world.ada.get('/audit', { page_size: 1 })).body
    expect(entry.action).toBe('paging.updated')
    expect((await world.ada.delete(one)).status).toBe(200)
    expect((await world.ada.get(one)).status).toBe(404)
  })

  it('400: nobody, somebody twice, and too many', async () => {
    const path = `/instances/${world.acmePbx}/paging-groups`
    const post = (more: object) => world.ada.post(path, { number: 6601, name: 'A', ...more })
    expect((await post({})).status).toBe(400)
    expect((await post({ members: [] })).status).toBe(400)
    const many = Array.from({ length: 31 }, (_, index) => String(2000 + index))
    expect((await post({ members: many })).status).toBe(400)
    const twice = await post({ members: ['1001', '1002', '1001'], callers: ['1001', '1001'] })
    expect(twice.body.errors).toEqual([
      { pointer: '/members/2', detail: '1001 is already listed' },
      { pointer: '/callers/1', detail: '1001 is already listed' },
    ])
    expect((await world.ada.get(path)).body).toEqual([])
  })
})

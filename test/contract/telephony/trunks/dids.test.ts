import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const NUMBER = '+12025550123'

describe.each(engines)('numbers that can be called from outside, on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const toAda = () => ({ kind: 'internal', pbx: world.acmePbx, number: '1001' })

  it('the owner adds, routes and removes them', async () => {
    const created = await world.ada.post('/dids', { number: '(202) 555-0123', destination: toAda() })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ number: NUMBER, name: '', destination: toAda() })
    const path = `/dids/${created.body.id}`
    expect((await world.ada.get(path)).body).toEqual(created.body)
    expect((await world.ada.get('/dids')).body).toEqual([created.body])
    const patched = await world.ada.patch(path, { name: 'Main', destination: { kind: 'fax' } })
    expect(patched.body).toMatchObject({
      name: 'Main',
      destination: { kind: 'fax', pbx: null, number: '' },
    })
    expect((await world.ada.patch(path, patched.body)).body.destination).toEqual(patched.body.destination)
    expect((await world.ada.post('/dids', { number: NUMBER, destination: toAda() })).status).toBe(409)
    expect((await world.ada.delete(path)).status).toBe(200)
    expect((await world.ada.get(path)).status).toBe(404)
  })

  it.each([
    [{}, ['/number', '/destination']],
    [{ number: 'none', destination: { kind: 'fax' } }, ['/number']],
    [
      { number: '12', destination: { kind: 'internal', pbx: 'x', number: '1001' } },
      ['/number', '/destination/pbx'],
    ],
  ])('%j is 400, and nothing is stored', async (body, pointers) => {
    const response = await world.ada.post('/dids', body)
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
    expect((await world.ada.get('/dids')).body).toEqual([])
  })

  it('neither extensions nor instances of others can be the destination', async () => {
    const foreign = { kind: 'internal', pbx: world.globexPbx, number: '1001' }
    const unknown = { ...toAda(), number: '1999' }
    for (const destination of [foreign, unknown]) {
      expect((await world.ada.post('/dids', { number: NUMBER, destination })).status).toBe(400)
    }
  })

  it('neither users nor other companies see or change them', async () => {
    const { body } = await world.ada.post('/dids', { number: NUMBER, destination: toAda() })
    const path = `/dids/${body.id}`
    for (const [client, status] of [
      [world.ben, 403],
      [world.hank, 404],
      [world.stranger, 401],
    ] as const) {
      expect((await client.get(path)).status).toBe(status)
      expect((await client.patch(path, { name: 'Mine' })).status).toBe(status)
      expect((await client.delete(path)).status).toBe(status)
    }
    expect((await world.ben.get('/dids')).status).toBe(403)
    expect((await world.hank.get('/dids')).body).toEqual([])
    await world.ada.delete(path)
  })
})

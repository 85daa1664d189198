import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFaxNumber } from '../../../../src/telephony/fax/numbers/add-fax-number.ts'
import { engines } from '../../../harness/engines.ts'
import { ACME_FAX } from '../../../harness/fax-world.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('fax destinations on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const create = async () =>
    (await world.ada.post('/fax/destinations', { emails: ['fax@example.com', 'ben@example.com'] })).body

  it('the demo has one, with the address of Ada', async () => {
    const { body } = await world.ben.get('/fax/destinations')
    expect(body).toEqual([
      {
        id: expect.any(String),
        company: world.demo.acme.company.public_id,
        emails: ['ada@example.com'],
        reprname: 'ada@example.com',
      },
    ])
    expect((await world.hank.get('/fax/destinations')).body).toEqual([])
  })

  it('the owner creates, changes and deletes them', async () => {
    const created = await world.ada.post('/fax/destinations', {
      emails: ['fax@example.com', 'FAX@example.com', 'ben@example.com'],
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      emails: ['FAX@example.com', 'ben@example.com'],
      reprname: 'FAX@example.com, ben@example.com',
    })
    const path = `/fax/destinations/${created.body.id}`
    expect((await world.ben.get(path)).body).toEqual(created.body)
    const put = await world.ada.put(path, { ...created.body, emails: ['new@example.com'] })
    expect(put.body).toEqual({ ...created.body, emails: ['new@example.com'], reprname: 'new@example.com' })
    expect((await world.ada.put(path, {})).status).toBe(400)
    expect((await world.ada.delete(path)).body).toEqual(put.body)
    expect((await world.ada.get(path)).status).toBe(404)
  })

  it.each([
    [{}, '/emails'],
    [{ emails: [] }, '/emails'],
    [{ emails: 'a@example.com' }, '/emails'],
    [{ emails: ['nonsense'] }, '/emails/0'],
    [{ emails: [''] }, '/emails/0'],
    [{ emails: ['a@example.com', 'b@example.com\r\nBcc: c@example.com'] }, '/emails/1'],
    [{ emails: Array.from({ length: 51 }, (_, index) => `a${index}@example.com`) }, '/emails'],
    [{ emails: ['a@example.com'], name: 'x' }, '/name'],
  ])('%j is refused', async (input, pointer) => {
    const { status, body } = await world.ada.post('/fax/destinations', input)
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(pointer)
  })

  it('what the server gives cannot be changed', async () => {
    const { id, emails } = await create()
    const { status, body } = await world.ada.put(`/fax/destinations/${id}`, { emails, company: 'x' })
    expect(status).toBe(400)
    expect(body.errors[0]).toEqual({ pointer: '/company', detail: 'cannot be changed' })
  })

  it('other users only read; other companies find nothing', async () => {
    const { id } = await create()
    const path = `/fax/destinations/${id}`
    const input = { emails: ['evil@example.com'] }
    expect((await world.ben.post('/fax/destinations', input)).status).toBe(403)
    expect((await world.ben.put(path, input)).status).toBe(403)
    expect((await world.ben.delete(path)).status).toBe(403)
    expect((await world.hank.get(path)).status).toBe(404)
    expect((await world.hank.put(path, input)).status).toBe(404)
    expect((await world.hank.delete(path)).status).toBe(404)
    expect((await world.stranger.get(path)).status).toBe(401)
    expect((await world.ada.get(path)).body.emails).not.toContain('evil@example.com')
  })

  it('a company has a hundred at most', async () => {
    const have = (await world.hank.get('/fax/destinations')).body.length
    for (let count = have; count < 100; count += 1) {
      await world.hank.post('/fax/destinations', { emails: ['a@example.com'] })
    }
    expect((await world.hank.post('/fax/destinations', { emails: ['a@example.com'] })).status).toBe(409)
  })
})

describe.each(engines)('fax numbers on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  it('are listed; the first is the default', async () => {
    await addFaxNumber(world.telephony, world.demo.acme.actor, '(202) 555-0113')
    const { body } = await world.ben.get('/fax/numbers')
    const company = world.demo.acme.company.public_id
    const created_at = expect.any(String)
    expect(body).toEqual([
      { company, created_at, is_default: true, number: ACME_FAX },
      { company, created_at, is_default: false, number: '+12025550113' },
    ])
    expect((await world.stranger.get('/fax/numbers')).status).toBe(401)
  })

  it('one number belongs to one company', async () => {
    const take = (number: string) => addFaxNumber(world.telephony, world.demo.globex.actor, number)
    await expect(take(ACME_FAX)).rejects.toMatchObject({ status: 409 })
    await expect(take('nonsense')).rejects.toMatchObject({ status: 400 })
  })
})

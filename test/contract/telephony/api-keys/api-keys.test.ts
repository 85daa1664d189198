import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const scopes = ['read', 'write', 'admin']

describe.each(engines)('API keys on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const make = async (body: object) => (await world.ada.post('/api-keys', body)).body
  const owner = (key: string) => world.as(key, 'primary')
  const listed = async (id: string) =>
    (await world.ada.get('/api-keys')).body.find((one: { id: string }) => one.id === id)

  it('GET /api-keys lists them without the keys', async () => {
    const { status, body } = await world.ada.get('/api-keys')
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ name: 'Default', scopes, ending: ACME_KEY.slice(-4), expires_at: null })
    expect(JSON.stringify(body)).not.toContain(ACME_KEY)
    expect(JSON.stringify((await world.hank.get('/api-keys')).body)).not.toContain(body[0].id)
  })

  it('GET /api-keys tells of the last use at once', async () => {
    const { id, key, last_used_at: never } = await make({ name: 'Reader', scopes: ['read'] })
    expect(never).toBeNull()
    await owner(key).get('/system/company')
    expect((await listed(id)).last_used_at).toEqual(expect.any(String))
    await world.telephony.keyUse.flush()
    expect((await listed(id)).last_used_at).toEqual(expect.any(String))
  })

  it('POST /api-keys shows the key this once', async () => {
    const { status, body } = await world.ada.post('/api-keys', {
      name: ' Portal ',
      scopes: ['write', 'read'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Portal', scopes: ['read', 'write'], expires_at: null })
    expect(body.key).toMatch(/^sb_[A-Za-z0-9]{32}$/)
    expect(body.ending).toBe(body.key.slice(-4))
    expect((await owner(body.key).get('/system/company')).status).toBe(200)
    expect(await listed(body.id)).not.toHaveProperty('key')
  })

  it.each([
    [{ scopes: ['read'] }, '/name'],
    [{ name: ' ', scopes: ['read'] }, '/name'],
    [{ name: 'x' }, '/scopes'],
    [{ name: 'x', scopes: [] }, '/scopes'],
    [{ name: 'x', scopes: ['root'] }, '/scopes/0'],
    [{ name: 'x', scopes: ['read'], expires_at: 'soon' }, '/expires_at'],
    [{ name: 'x', scopes: ['read'], expires_at: '2020-01-01' }, '/expires_at'],
    [{ name: 'x', scopes: ['read'], key: 'mine' }, '/key'],
  ])('POST /api-keys refuses %j', async (body, pointer) => {
    const before = (await world.ada.get('/api-keys')).body.length
    const answer = await world.ada.post('/api-keys', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect((await world.ada.get('/api-keys')).body).toHaveLength(before)
  })

  it('a key that has expired is refused with 401', async () => {
    const end = world.clock.now() + 3_600_000
    const { key } = await make({ name: 'Guest', scopes: ['read'], expires_at: new Date(end).toISOString() })
    expect((await owner(key).get('/system/company')).status).toBe(200)
    world.clock.advance(3601)
    expect((await owner(key).get('/system/company')).status).toBe(401)
  })

  it.each([
    ['read', 200, 403, 403],
    ['write', 403, 200, 403],
    ['admin', 403, 403, 200],
  ])('the scope %s permits that and nothing else', async (scope, read, write, admin) => {
    const { key } = await make({ name: scope, scopes: [scope] })
    expect((await owner(key).get('/system/company')).status).toBe(read)
    expect((await owner(key).patch('/company', {})).status).toBe(write)
    expect((await owner(key).get('/api-keys')).status).toBe(admin)
    expect((await owner(key).get('/audit')).status).toBe(admin)
  })

  it('PATCH /api-keys/:id takes effect with the next request', async () => {
    const { id, key, ...made } = await make({ name: 'Two', scopes: ['read', 'write'] })
    expect((await owner(key).patch('/company', {})).status).toBe(200)
    const { body } = await world.ada.patch(`/api-keys/${id}`, { id, ...made, name: 'One', scopes: ['read'] })
    expect(body).toMatchObject({ id, name: 'One', scopes: ['read'] })
    expect((await owner(key).patch('/company', {})).status).toBe(403)
    const wrong = await world.ada.patch(`/api-keys/${id}`, { expires_at: '2030-01-01T00:00:00Z' })
    expect(wrong.status).toBe(400)
    expect(await listed(id)).toMatchObject({ name: 'One', expires_at: null })
  })

  it('POST /api-keys/:id/rotate lets both work until the overlap has passed', async () => {
    const old = await make({ name: 'Phone book', scopes: ['read'] })
    const { status, body } = await world.ada.post(`/api-keys/${old.id}/rotate`, { overlap_seconds: 600 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Phone book', scopes: ['read'], expires_at: null })
    expect(body.key).not.toBe(old.key)
    for (const key of [old.key, body.key]) expect((await owner(key).get('/system/company')).status).toBe(200)
    const left = Date.parse((await listed(old.id)).expires_at) - world.clock.now()
    expect(left).toBeGreaterThan(590_000)
    expect(left).toBeLessThanOrEqual(600_000)
    world.clock.advance(601)
    expect((await owner(old.key).get('/system/company')).status).toBe(401)
    expect((await owner(body.key).get('/system/company')).status).toBe(200)
    expect((await world.ada.post(`/api-keys/${old.id}/rotate`, {})).status).toBe(409)
  })

  it('rotating gives a day by default, at most 30 days, and never more than the key had', async () => {
    const day = await make({ name: 'Day', scopes: ['read'] })
    await world.ada.post(`/api-keys/${day.id}/rotate`, {})
    const left = Date.parse((await listed(day.id)).expires_at) - world.clock.now()
    expect(left).toBeGreaterThan(86_390_000)
    expect(left).toBeLessThanOrEqual(86_400_000)
    for (const overlap of [-1, 30 * 86_400 + 1, '1']) {
      expect((await world.ada.post(`/api-keys/${day.id}/rotate`, { overlap_seconds: overlap })).status).toBe(
        400,
      )
    }
    const end = new Date(world.clock.now() + 60_000).toISOString()
    const brief = await make({ name: 'Brief', scopes: ['read'], expires_at: end })
    const next = await world.ada.post(`/api-keys/${brief.id}/rotate`, {})
    expect(next.body.expires_at).toBe(end)
    expect((await listed(brief.id)).expires_at).toBe(end)
  })

  it('POST /api-keys/:id/rotate refuses a key that was replaced; its successor has the end of the first', async () => {
    const first = await make({ name: 'Chain', scopes: ['read'] })
    const { body: second } = await world.ada.post(`/api-keys/${first.id}/rotate`, {})
    expect(await listed(first.id)).toMatchObject({ replaced_by: second.id })
    const before = (await world.ada.get('/api-keys')).body.length
    const again = await world.ada.post(`/api-keys/${first.id}/rotate`, {})
    expect({ status: again.status, detail: again.body.detail }).toEqual({
      status: 409,
      detail: 'This API key has already been replaced; rotate the one that replaced it, or create another',
    })
    expect((await world.ada.get('/api-keys')).body).toHaveLength(before)
    const { status, body: third } = await world.ada.post(`/api-keys/${second.id}/rotate`, {})
    expect(status).toBe(201)
    expect(third).toMatchObject({ name: 'Chain', scopes: ['read'], expires_at: null, replaced_by: null })
    world.clock.advance(86_401)
    expect((await owner(third.key).get('/system/company')).status).toBe(200)
  })

  it('of two who rotate a key at once, one is refused', async () => {
    const { id } = await make({ name: 'Contested', scopes: ['read'] })
    const answers = await Promise.all([1, 2].map(() => world.ada.post(`/api-keys/${id}/rotate`, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('the key one calls with can be rotated without overlap', async () => {
    const old = await make({ name: 'Self', scopes })
    const { status, body } = await owner(old.key).post(`/api-keys/${old.id}/rotate`, { overlap_seconds: 0 })
    expect(status).toBe(201)
    expect((await owner(old.key).get('/api-keys')).status).toBe(401)
    expect((await owner(body.key).get('/api-keys')).status).toBe(200)
  })

  it('DELETE /api-keys/:id works at once, also for the key one calls with', async () => {
    const { id, key } = await make({ name: 'Brief', scopes })
    expect((await owner(key).get('/api-keys')).status).toBe(200)
    const { status, body } = await owner(key).delete(`/api-keys/${id}`)
    expect({ status, id: body.id }).toEqual({ status: 200, id })
    expect((await owner(key).get('/system/company')).status).toBe(401)
    expect(await listed(id)).toBeUndefined()
    expect((await world.ada.delete(`/api-keys/${id}`)).status).toBe(404)
  })

  it('only the owner manages them, and only those of the company', async () => {
    const { id } = await make({ name: 'Ours', scopes: ['read'] })
    for (const [client, status] of [
      [world.ben, 403],
      [world.hank, 404],
    ] as const) {
      expect((await client.patch(`/api-keys/${id}`, { name: 'Theirs' })).status).toBe(status)
      expect((await client.post(`/api-keys/${id}/rotate`, {})).status).toBe(status)
      expect((await client.delete(`/api-keys/${id}`)).status).toBe(status)
    }
    expect((await world.ben.get('/api-keys')).status).toBe(403)
    expect((await world.ben.post('/api-keys', { name: 'x', scopes: ['read'] })).status).toBe(403)
    expect((await world.stranger.get('/api-keys')).status).toBe(401)
    expect(await listed(id)).toMatchObject({ name: 'Ours', expires_at: null })
  })
})

describe.each(engines)('the last key of a company on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  it('with the scope admin and without an end stays', async () => {
    const [first] = (await world.hank.get('/api-keys')).body
    const end = new Date(world.clock.now() + 60_000).toISOString()
    await world.hank.post('/api-keys', { name: 'Ends', scopes, expires_at: end })
    await world.hank.post('/api-keys', { name: 'Looks', scopes: ['read', 'write'] })
    expect((await world.hank.delete(`/api-keys/${first.id}`)).status).toBe(409)
    expect((await world.hank.patch(`/api-keys/${first.id}`, { scopes: ['read'] })).status).toBe(409)
    expect(
      (await world.hank.patch(`/api-keys/${first.id}`, { name: 'First', scopes: ['admin'] })).status,
    ).toBe(200)
    const other = await world.hank.post('/api-keys', { name: 'Other', scopes: ['admin'] })
    expect(other.status).toBe(201)
    expect((await world.hank.delete(`/api-keys/${first.id}`)).status).toBe(200)
    expect((await world.hank.get('/api-keys')).status).toBe(401)
  })

  it('cannot be taken away by two who delete each other at once', async () => {
    const [first] = (await world.ada.get('/api-keys')).body
    const second = (await world.ada.post('/api-keys', { name: 'Second', scopes })).body
    const answers = await Promise.all([first, second].map(({ id }) => world.ada.delete(`/api-keys/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is one of at most a hundred', async () => {
    const fresh = await startTelephonyWorld(engine)
    for (let count = 1; count < 100; count += 1) {
      await fresh.ada.post('/api-keys', { name: `Key ${count}`, scopes: ['read'] })
    }
    expect((await fresh.ada.post('/api-keys', { name: 'Too many', scopes: ['read'] })).status).toBe(409)
    expect((await fresh.ada.get('/api-keys')).body).toHaveLength(100)
    await fresh.stop()
  })

  it('a server whose caches keep one entry shows each change at once', async () => {
    const small = await startTelephonyWorld(engine, { CACHE_ENTRIES: '1' })
    const { ada, ben, hank, demo } = small
    const path = `/company/contacts/${demo.acme.owner.id}`
    for (const first_name of ['Ada', 'Augusta', 'Lady']) {
      expect((await ada.patch(path, { first_name })).status).toBe(200)
      const { body } = await ben.get('/system/company/contacts')
      expect(body.map((contact: { first_name: string }) => contact.first_name)).toContain(first_name)
      expect((await hank.get('/system/company')).body).toMatchObject({ name: demo.globex.company.name })
    }
    const { body: key } = await ada.post('/api-keys', { name: 'Short-lived', scopes: ['read'] })
    const holder = small.as(key.key, 'primary')
    expect((await holder.get('/system/company/contacts')).status).toBe(200)
    expect((await ada.delete(`/api-keys/${key.id}`)).status).toBeLessThan(300)
    expect((await holder.get('/system/company/contacts')).status).toBe(401)
    await small.stop()
  })
})

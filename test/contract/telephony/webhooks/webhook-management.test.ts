import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/telephony/company/api-keys/create-api-key.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

/** Nothing listens there. */
const url = 'http://127.0.0.1:9/hook'

describe.each(engines)('managing webhooks on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const create = async (more: object = {}) =>
    (await world.ada.post('/webhooks', { url, events: ['*'], ...more })).body

  it('POST /webhooks shows the secret once; GET shows the rest', async () => {
    const answer = await world.ada.post('/webhooks', { url, events: ['*', '*'], description: 'all of it' })
    expect(answer.status).toBe(201)
    const { signing_secret: secret, ...view } = answer.body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(view).toMatchObject({ url, events: ['*'], description: 'all of it', enabled: true })
    expect((await world.ada.get(`/webhooks/${view.id}`)).body).toEqual(view)
    expect((await world.ada.get('/webhooks')).body).toContainEqual(view)
    const rows = await world.telephony.database.read.selectFrom('webhooks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    const audit = await world.ada.get('/audit', { subject_id: view.id })
    expect(JSON.stringify(audit.body)).not.toContain(secret.slice(6))
  })

  it('PATCH /webhooks/:webhook_id changes what it names; a whole object may come back', async () => {
    const { signing_secret: _secret, ...view } = await create()
    const path = `/webhooks/${view.id}`
    const changed = await world.ada.patch(path, { events: ['user_status_updated'], enabled: false })
    expect(changed.body).toMatchObject({ url, events: ['user_status_updated'], enabled: false })
    expect((await world.ada.patch(path, { ...changed.body, description: 'x' })).body.description).toBe('x')
    const late = await world.ada.patch(path, { failing_since: '2026-01-01T00:00:00.000Z' })
    expect([late.status, late.body.failing_since]).toEqual([200, view.failing_since])
    const wrong = await world.ada.patch(path, { created_at: '2026-01-01T00:00:00.000Z' })
    expect(wrong.body.errors).toEqual([{ pointer: '/created_at', detail: 'cannot be changed' }])
  })

  it('DELETE /webhooks/:webhook_id returns what was deleted', async () => {
    const { id } = await create()
    expect((await world.ada.delete(`/webhooks/${id}`)).body.id).toBe(id)
    expect((await world.ada.get(`/webhooks/${id}`)).status).toBe(404)
    expect((await world.ada.delete(`/webhooks/${id}`)).status).toBe(404)
  })

  it.each([
    [{ url: 'ftp://127.0.0.1', events: ['*'] }, '/url'],
    [{ url: 'http://user:password@127.0.0.1:9', events: ['*'] }, '/url'],
    [{ url, events: [] }, '/events'],
    [{ url, events: ['*', 'no.such.event'] }, '/events/1'],
    [{ url, events: ['changed'] }, '/events/0'],
    [{ events: ['*'] }, '/url'],
    [{ url, events: ['*'], secret: 'mine' }, '/secret'],
  ])('%j is refused', async (body, pointer) => {
    const before = (await world.ada.get('/webhooks')).body.length
    const answer = await world.ada.post('/webhooks', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect((await world.ada.get('/webhooks')).body).toHaveLength(before)
  })

  it('only the owner, with a key for that, and only those of their company', async () => {
    const { id } = await create()
    const delivery = (await world.ada.post(`/webhooks/${id}/test`)).body.id
    const calls = [
      ['GET', '/webhooks'],
      ['POST', '/webhooks', { url, events: ['*'] }],
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`, {}],
      ['DELETE', `/webhooks/${id}`],
      ['POST', `/webhooks/${id}/rotate_secret`],
      ['POST', `/webhooks/${id}/test`],
      ['GET', `/webhooks/${id}/deliveries`],
      ['GET', `/webhooks/${id}/deliveries/${delivery}`],
      ['POST', `/webhooks/${id}/deliveries/${delivery}/replay`],
    ] as const
    const { key } = await createApiKey(world.telephony, world.demo.acme.actor, {
      name: 'no admin',
      scopes: ['read', 'write'],
    })
    const weak = world.as(key, 'primary')
    for (const [method, path, body] of calls) {
      expect((await world.ben.call(method, path, body)).status).toBe(403)
      expect((await weak.call(method, path, body)).status).toBe(403)
      if (path.startsWith('/webhooks/')) expect((await world.hank.call(method, path, body)).status).toBe(404)
    }
    expect((await world.ada.get(`/webhooks/${id}`)).status).toBe(200)
    expect((await world.hank.get('/webhooks')).body).toEqual([])
  })

  it('a company has at most 50', async () => {
    const present = (await world.ada.get('/webhooks')).body.length
    for (let made = present; made < 50; made += 1) await create({ enabled: false })
    const answer = await world.ada.post('/webhooks', { url, events: ['*'] })
    expect(answer.status).toBe(409)
  })
})

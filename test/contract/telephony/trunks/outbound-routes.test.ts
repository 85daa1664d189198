import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDialString } from '../../../../src/telephony/fax/asterisk/find-dial-string.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

describe.each(engines)('outbound routes, on %s', (engine) => {
  let world: SocketWorld
  let trunk: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    trunk = (await world.ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.1' })).body.id
  })
  afterAll(() => world.stop())

  const list = async (client = world.ada) => (await client.get('/outbound-routes')).body

  it('the owner makes, changes and deletes them, and the audit trail and sockets say so', async () => {
    const socket = await world.asAda({ changes: true })
    const { status, body } = await world.ada.post('/outbound-routes', {
      name: ' Germany ',
      patterns: ['+49.'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ name: 'Germany', order: 0, enabled: true, patterns: ['+49.'], dial_prefix: '', pbx: null },
      ...{ trunks: [], number_format: 'e164', send_prefix: '', callerid: '', callerid_first: false },
      calling_class: 'automatic',
    })
    const heard = await socket.untilHeard('changed')
    expect(heard.map(({ payload }) => payload)).toContainEqual({ kind: 'outbound_route' })
    const path = `/outbound-routes/${body.id}`
    const first = (await world.ada.post('/outbound-routes', { name: 'First', order: 0, trunks: [trunk] }))
      .body
    const patched = await world.ada.patch(path, { order: 1, pbx: world.acmePbx, dial_prefix: '0' })
    expect(patched.body).toMatchObject({ order: 1, pbx: world.acmePbx, dial_prefix: '0', name: 'Germany' })
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([first.id, body.id])
    // A trunk that is gone may come back with the whole object.
    const gone = (await world.ada.post('/trunks', { name: 'Gone', kind: 'ip', host: '192.0.2.9' })).body.id
    await world.ada.patch(path, { trunks: [gone] })
    await world.ada.delete(`/trunks/${gone}`)
    expect((await world.ada.patch(path, (await world.ada.get(path)).body)).status).toBe(200)
    for (const id of [first.id, body.id]) {
      expect((await world.ada.delete(`/outbound-routes/${id}`)).status).toBe(200)
    }
    expect((await world.ada.get(path)).status).toBe(404)
    const { body: entries } = await world.ada.get('/audit')
    const actions = entries.map(({ action }: { action: string }) => action)
    for (const verb of ['created', 'updated', 'deleted']) expect(actions).toContain(`outbound_route.${verb}`)
  })

  it('what cannot be a route is 400 with all faults, and nothing is stored', async () => {
    const response = await world.ada.post('/outbound-routes', {
      name: 'Wrong',
      patterns: ['+49.', '49.', '1234567', '+4[', '.'],
      trunks: [trunk, 'none'],
      pbx: world.globexPbx,
    })
    expect(response.status).toBe(400)
    const pointers = response.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual([
      '/patterns/1',
      '/patterns/2',
      '/patterns/3',
      '/patterns/4',
      '/trunks/1',
      '/pbx',
    ])
    for (const wrong of [{ dial_prefix: '*9' }, { send_prefix: '9@evil' }, { calling_class: 'all' }, {}]) {
      expect((await world.ada.post('/outbound-routes', { name: '', ...wrong })).status).toBe(400)
    }
    expect(await list()).toEqual([])
  })

  it('another company neither sees nor uses them, and users do not see them', async () => {
    const { id } = (await world.ada.post('/outbound-routes', { name: 'Ours' })).body
    for (const method of ['get', 'delete'] as const) {
      expect((await world.hank[method](`/outbound-routes/${id}`)).status).toBe(404)
    }
    expect(await list(world.hank)).toEqual([])
    expect((await world.hank.post('/outbound-routes', { name: 'Theirs', trunks: [trunk] })).status).toBe(400)
    for (const path of ['/outbound-routes', `/outbound-routes/${id}`]) {
      expect((await world.ben.get(path)).status).toBe(403)
    }
    await world.ada.delete(`/outbound-routes/${id}`)
  })

  it('faxes take the route of their number', async () => {
    const { database, clock } = world.telephony
    const companyId = (await world.telephony.companies.get(world.demo.acme.company.id))!.id
    const dialString = () => findDialString(database.read, clock, companyId, '+493012345678')
    await expect(dialString()).rejects.toThrow('calling rules')
    const route = { name: 'Germany', patterns: ['+49.'], trunks: [trunk], number_format: 'digits' }
    const { id } = (await world.ada.post('/outbound-routes', { ...route, calling_class: 'national' })).body
    expect(await dialString()).toBe(`PJSIP/493012345678@trunk-${trunk}`)
    await world.ada.patch(`/outbound-routes/${id}`, { calling_class: 'nobody' })
    await expect(dialString()).rejects.toThrow('calling rules')
    await world.ada.delete(`/outbound-routes/${id}`)
  })
})

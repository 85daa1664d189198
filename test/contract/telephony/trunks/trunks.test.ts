import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { findTrunkOfCall } from '../../../../src/telephony/phones/trunks/find-trunk-of-call.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

const PASSWORD = 'a-password-that-nobody-sees'

describe.each(engines)('trunks on %s', (engine) => {
  let world: SocketWorld
  beforeAll(async () => {
    world = await startSocketWorld(engine)
  })
  afterAll(() => world.stop())

  const account = {
    name: 'Provider',
    kind: 'registration',
    host: 'SIP.example.com',
    username: 'acme',
    password: PASSWORD,
  }
  const byAddress = (address: string) => ({ name: 'Gateway', kind: 'ip', host: address })

  it('the owner creates, changes and deletes them; the password is never shown', async () => {
    const created = await world.ada.post('/trunks', account)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      company: world.demo.acme.company.public_id,
      host: 'sip.example.com',
      port: 5060,
      transport: 'udp',
      has_password: true,
      enabled: true,
      order: 0,
      state: 'unknown',
      endpoint: `trunk-${created.body.id}`,
    })
    const path = `/trunks/${created.body.id}`
    expect((await world.ada.get(path)).body).toEqual(created.body)
    expect((await world.ada.patch(path, created.body)).body).toMatchObject({ has_password: true, port: 5060 })
    const patched = await world.ada.patch(path, { transport: 'tls', order: 2 })
    expect(patched.body).toMatchObject({ transport: 'tls', port: 5061, order: 2, name: 'Provider' })
    const first = await world.ada.post('/trunks', { ...byAddress('192.0.2.7'), order: 1 })
    expect(first.body.addresses).toEqual(['192.0.2.7'])
    const list = await world.ada.get('/trunks')
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual([first.body.id, created.body.id])
    expect((await world.ada.patch(path, { enabled: false })).body.state).toBe('disabled')
    const audit = (await world.ada.get('/audit')).body
    for (const body of [created.body, patched.body, list.body, audit]) {
      expect(JSON.stringify(body)).not.toContain(PASSWORD)
    }
    const stored = await world.telephony.database.read.selectFrom('trunks').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(PASSWORD)
    for (const { body } of [created, first]) {
      expect((await world.ada.delete(`/trunks/${body.id}`)).body.id).toBe(body.id)
    }
    expect((await world.ada.get(path)).status).toBe(404)
    expect((await world.ada.get('/trunks')).body).toEqual([])
  })

  it.each([
    [{}, ['/name', '/kind', '/host']],
    [
      { ...account, username: '', password: undefined, addresses: ['192.0.2.1'] },
      ['/username', '/password', '/addresses'],
    ],
    [{ ...byAddress('sip.example.com') }, ['/addresses']],
    [
      { ...account, host: 'a b', port: 70_000, transport: 'carrier-pigeon', codecs: 'morse' },
      ['/host', '/port', '/transport', '/codecs'],
    ],
    [{ ...account, host: '1.2.3.400' }, ['/host']],
    [{ ...account, username: 'a\r\nb', password: 'c\nd' }, ['/username', '/password']],
    [{ ...account, more: 1 }, ['/more']],
    [{ ...byAddress('192.0.2.9'), addresses: ['192.0.2.0/24'] }, ['/addresses/0']],
  ])('%j is 400, and nothing is stored', async (body, pointers) => {
    const response = await world.ada.post('/trunks', body)
    expect(response.status).toBe(400)
    const found = response.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    for (const pointer of pointers) expect(found).toContain(pointer)
    expect((await world.ada.get('/trunks')).body).toEqual([])
  })

  it('an address has one trunk of a company; another company can have the same provider', async () => {
    const { body } = await world.ada.post('/trunks', byAddress('192.0.2.8'))
    expect((await world.ada.post('/trunks', byAddress('192.0.2.8'))).status).toBe(409)
    const other = await world.ada.post('/trunks', byAddress('192.0.2.9'))
    const path = `/trunks/${other.body.id}`
    expect((await world.ada.patch(path, { addresses: ['192.0.2.8'] })).status).toBe(409)
    const shared = await world.hank.post('/trunks', byAddress('192.0.2.8'))
    expect(shared).toMatchObject({ status: 201, body: { addresses: ['192.0.2.8'] } })
    await world.ada.delete(`/trunks/${body.id}`)
    const moved = await world.ada.patch(path, { addresses: ['192.0.2.8'] })
    expect(moved.body.addresses).toEqual(['192.0.2.8'])
    await world.ada.delete(path)
    await world.hank.delete(`/trunks/${shared.body.id}`)
  })

  it('a call from a shared address belongs to the company that had the address and the number first', async () => {
    const destination = { kind: 'fax' }
    const [ours, theirs, free] = ['+12025550131', '+12025550132', '+12025550133']
    const owner = (trunk: string, number: string) =>
      findTrunkOfCall(world.telephony.database.read, trunk, number)
    const add = async (client: typeof world.ada, path: string, body: object) => {
      // Nothing happens at the same moment.
      world.clock.advance(1)
      const { status, body: created } = await client.post(path, body)
      expect(status).toBe(201)
      return String(created.id)
    }
    // Hank has named our number before, but not our provider.
    await add(world.hank, '/dids', { number: ours, destination })
    const first = await add(world.ada, '/trunks', byAddress('192.0.2.8'))
    await add(world.ada, '/dids', { number: ours, destination })
    const second = await add(world.hank, '/trunks', byAddress('192.0.2.8'))
    const did = await add(world.hank, '/dids', { number: theirs, destination })
    for (const trunk of [first, second]) {
      expect(await owner(trunk, '12025550131')).toBe(first)
      expect(await owner(trunk, theirs)).toBe(second)
      expect(await owner(trunk, free)).toBeUndefined()
    }
    // Nobody gets a number that another company receives, nor by changing one.
    expect((await world.ada.post('/dids', { number: theirs, destination })).status).toBe(409)
    await add(world.ada, '/dids', { number: free, destination })
    expect((await world.hank.patch(`/dids/${did}`, { number: free })).status).toBe(409)
    // Changing the trunk does not make its address newer, and a disabled one receives nothing.
    world.clock.advance(1)
    await world.ada.patch(`/trunks/${first}`, { name: 'Renamed' })
    expect(await owner(second, ours)).toBe(first)
    await world.ada.patch(`/trunks/${first}`, { enabled: false })
    expect(await owner(second, ours)).toBe(second)
    await world.ada.delete(`/trunks/${first}`)
    await world.hank.delete(`/trunks/${second}`)
  })

  it('an address is taken, however it is written', async () => {
    const { body } = await world.ada.post('/trunks', byAddress('2001:DB8:0:0::7'))
    expect(body.addresses).toEqual(['2001:db8::7'])
    const gateway = { name: 'Gateway', kind: 'ip', host: 'sip.example.com' }
    for (const addresses of [['2001:db8::7'], ['2001:0db8::0007'], ['192.0.2.8', '2001:db8::7%eth0']]) {
      expect((await world.ada.post('/trunks', { ...gateway, addresses })).status).toBe(409)
    }
    const own = await world.hank.post('/trunks', { ...gateway, addresses: ['::ffff:192.0.2.8', '192.0.2.8'] })
    expect(own.body.addresses).toEqual(['192.0.2.8'])
    await world.ada.delete(`/trunks/${body.id}`)
    await world.hank.delete(`/trunks/${own.body.id}`)
  })

  it('another host does not get the password: it is given again', async () => {
    const { body } = await world.ada.post('/trunks', account)
    const path = `/trunks/${body.id}`
    const elsewhere = { ...body, host: 'elsewhere.example.com' }
    for (const { status, body: problem } of [
      await world.ada.patch(path, { host: elsewhere.host }),
      await world.ada.patch(path, elsewhere),
    ]) {
      expect(status).toBe(400)
      expect(problem.errors).toEqual([
        { pointer: '/password', detail: 'must be given again for another host' },
      ])
    }
    expect((await world.ada.get(path)).body.host).toBe('sip.example.com')
    expect((await world.ada.patch(path, { host: 'SIP.EXAMPLE.com', port: 5070 })).status).toBe(200)
    const moved = await world.ada.patch(path, { host: elsewhere.host, password: 'another' })
    expect(moved.body).toMatchObject({ host: 'elsewhere.example.com', has_password: true })
    await world.ada.delete(path)
  })

  it('the owner hears when a trunk works, and when it no longer does', async () => {
    const { body } = await world.ada.post('/trunks', account)
    const [ada, ben] = [await world.asAda(), await world.asBen()]
    const report = (state: 'registered' | 'rejected') =>
      (world.telephony.pbx as EmbeddedPbx).reportCall({ kind: 'trunks', states: new Map([[body.id, state]]) })
    for (const state of ['registered', 'registered', 'rejected'] as const) report(state)
    await ada.untilHeard('trunk.state.updated', 2)
    expect(ada.named('trunk.state.updated').map(({ payload }) => payload.state)).toEqual([
      'registered',
      'rejected',
    ])
    expect((await world.ada.get(`/trunks/${body.id}`)).body).toEqual(
      ada.named('trunk.state.updated').at(-1)!.payload,
    )
    expect(ben.named('trunk.state.updated')).toEqual([])
    expect((await world.ada.patch(`/trunks/${body.id}`, { password: 'another' })).body.state).toBe('unknown')
    await world.ada.delete(`/trunks/${body.id}`)
  })

  it('neither users nor other companies see or change them', async () => {
    const { body } = await world.ada.post('/trunks', account)
    const path = `/trunks/${body.id}`
    for (const [client, status] of [
      [world.ben, 403],
      [world.hank, 404],
      [world.stranger, 401],
    ] as const) {
      expect((await client.get(path)).status).toBe(status)
      expect((await client.patch(path, { name: 'Mine' })).status).toBe(status)
      expect((await client.delete(path)).status).toBe(status)
    }
    expect((await world.ben.get('/trunks')).status).toBe(403)
    expect((await world.ben.post('/trunks', account)).status).toBe(403)
    expect((await world.hank.get('/trunks')).body).toEqual([])
    expect((await world.ada.get(path)).body.name).toBe('Provider')
    await world.ada.delete(path)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/telephony/company/api-keys/create-api-key.ts'
import { nobody } from '../../src/telephony/event-audience.ts'
import { openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'
import { TelephonyClient } from '../harness/telephony-client.ts'

describe('telephony requests to any of several servers', () => {
  let world: PhoneNodes
  let path: string
  beforeAll(async () => {
    world = await openPhoneNodes(3)
    path = `/instances/${world.demo.acme.instanceUuid}/bulks/extensions`
  })
  afterAll(() => world?.stop())

  it('what is written on one node is in the list of the next, despite its caches', async () => {
    const names: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const number = 2000 + round
      const made = await world.ada(round % 3).post(path, { data: { id: number, name: `Round ${round}` } })
      expect(made.status).toBe(201)
      names.push(`Round ${round}`)
      for (const node of [0, 1, 2]) {
        const { body } = await world.ada(node).get(path, { search: 'Round' })
        expect(body.map((one: { data: { name: string } }) => one.data.name)).toEqual(names)
      }
    }
  })

  it('a user who is renamed, added or disabled on one server is so on the others', async () => {
    const added = await world.ada(0).post('/company/contacts', { first_name: 'Cara', last_name: 'Here' })
    expect(added.status).toBe(201)
    const { id } = added.body
    for (const node of [0, 1, 2])
      expect((await world.as(node, 'dev-acme-key', id).get('/system/company')).status).toBe(200)
    await world.ada(1).patch(`/company/contacts/${id}`, { first_name: 'Carla' })
    const { body: people } = await world.as(2, 'dev-acme-key', id).get('/system/company/contacts')
    expect(people.find((one: { id: string }) => one.id === id).first_name).toBe('Carla')
    expect((await world.ada(2).delete(`/company/contacts/${id}`)).status).toBe(200)
    for (const node of [0, 1, 2])
      expect((await world.as(node, 'dev-acme-key', id).get('/system/company')).status).toBe(401)
  })

  it('a key that was refused before it existed works everywhere as soon as it does', async () => {
    const ask = (node: number) => world.as(node, 'sb_of-the-future', 'primary').get('/system/company')
    for (const node of [0, 1, 2]) expect((await ask(node)).status).toBe(401)
    await createApiKey(world.telephony(0), world.demo.acme.actor, {
      name: 'Later',
      scopes: ['read'],
      key: 'sb_of-the-future',
    })
    for (const node of [1, 2, 0]) expect((await ask(node)).status).toBe(200)
  })

  it('a key that is revoked on one is refused by the others with the next request', async () => {
    const { body } = await world.ada(0).post('/api-keys', { name: 'Short', scopes: ['read'] })
    const ask = (node: number) => world.as(node, body.key, 'primary').get('/system/company')
    for (const node of [0, 1, 2]) expect((await ask(node)).status).toBe(200)
    expect((await world.ada(1).delete(`/api-keys/${body.id}`)).status).toBe(200)
    for (const node of [2, 0, 1]) expect((await ask(node)).status).toBe(401)
  })

  it('a renamed company has its new name for unauthenticated clients on the other nodes', async () => {
    const { app, products } = world.nodes[1]!
    const stranger = new TelephonyClient(app, {})
    const { body: file } = await world.ada(0).post('/files', { name: 'shared.txt' })
    await world.ada(0).call('POST', `/files/${file.id}/upload`, Buffer.from('hello'), {
      'content-type': 'text/plain',
    })
    const { body: shared } = await world.ada(0).post(`/files/${file.id}/generate_url`, {})
    const link = new URL(shared.url).pathname
    expect((await stranger.get(link)).bytes.toString()).toBe('hello')
    await world.ada(0).patch('/company', { name: 'Acme & Sons' })
    await world.ada(2).delete(`/files/${file.id}`)
    expect((await stranger.get(link)).status).toBe(404)
    expect((await products.telephony.companies.get(world.demo.acme.company.id))?.name).toBe('Acme & Sons')
  })

  it('one request with one Idempotency-Key to all of them at once is carried out once', async () => {
    const send = (node: number) =>
      world
        .ada(node)
        .with({ 'idempotency-key': 'only-once' })
        .post(path, { data: { id: 2500, name: 'Only once' } })
    const answers = await Promise.all([0, 1, 2, 0, 1, 2].map(send))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    // Requests that come while it is in progress are asked to retry.
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const again = await send(2)
    expect(again.status).toBe(201)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await world.ada(0).get(path, { search: 'Only once' })).body).toHaveLength(1)
  })

  it('what is remembered is right also when too much has happened to be read', async () => {
    const { id: companyId } = world.demo.globex.company
    const extensions = `/instances/${world.demo.globex.instanceUuid}/bulks/extensions`
    expect((await world.hank(2).get(extensions)).body).toHaveLength(1)
    await world.telephony(0).transact(companyId, async (tx) => {
      const payload = { kind: 'file', id: 'x' } as const
      for (let many = 0; many < 5100; many += 1) tx.announce({ type: 'changed', audience: nobody, payload })
    })
    expect((await world.hank(0).post(extensions, { data: { id: 1005, name: 'New' } })).status).toBe(201)
    expect((await world.hank(2).get(extensions)).body).toHaveLength(2)
  })

  it('the last use of a key is the latest of all servers', async () => {
    const { body } = await world.ada(0).post('/api-keys', { name: 'Used', scopes: ['read'] })
    const use = (node: number) => world.as(node, body.key, 'primary').get('/system/company')
    await use(0)
    world.clock.advance(5)
    await use(1)
    // The older one is written down last.
    await world.telephony(1).keyUse.flush()
    await world.telephony(0).keyUse.flush()
    const { body: keys } = await world.ada(2).get('/api-keys')
    const seen = keys.find((one: { id: string }) => one.id === body.id)
    expect(Date.parse(seen.last_used_at)).toBeGreaterThan(Date.parse(seen.created_at) + 4000)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { ADAS, BENS, converse, newOutsider, startTextingWorld, type TextingWorld } from './texting-world.ts'

describe.each(engines)('texting contacts on %s', (engine) => {
  let world: TextingWorld
  const create = async (body: object) => (await world.ada.post('/texting/contacts', body)).body

  beforeAll(async () => {
    world = await startTextingWorld(engine)
  })
  afterAll(() => world.stop())

  it('a number alone is enough; it is stored as E.164 in the country of the company', async () => {
    const answer = await world.ben.post('/texting/contacts', { number: '(303) 555-9001' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      company_id: world.demo.acme.company.public_id,
      number: '+13035559001',
      first_name: '',
      last_name: '',
      email: '',
      avatar: '',
      user_id: null,
      opted_out: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await world.ada.get(`/texting/contacts/${answer.body.id}`)).body).toEqual(answer.body)
    expect((await world.ada.get(`/texting/v2/contacts/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('user_id names the user whose texting number it is', async () => {
    expect((await create({ number: BENS })).user_id).toBe(world.demo.acme.ben.id)
    const elsewhere = await world.hank.post('/texting/contacts', { number: ADAS })
    expect(elsewhere.body.user_id).toBeNull()
  })

  it('a number belongs to one contact of a company, and to one of each company', async () => {
    const number = newOutsider()
    await create({ number })
    const again = await world.ben.post('/texting/contacts', { number: number.slice(2) })
    expect(again.status).toBe(400)
    expect(again.body.errors).toEqual([
      { pointer: '/number', detail: `${number} belongs to another contact` },
    ])
    expect((await world.hank.post('/texting/contacts', { number })).status).toBe(201)
  })

  it.each([
    ['without a number', {}],
    ['no phone number', { number: 'Bob' }],
    ['a number with an extension', { number: '202 555 0123 ext. 4' }],
    ['an email address that is none', { number: '3035559990', email: 'x' }],
    ['a name that is too long', { number: '3035559990', first_name: 'x'.repeat(201) }],
    ['an unknown field', { number: '3035559990', nick: 'x' }],
    ['a field of the server', { number: '3035559990', opted_out: true }],
  ])('%s is refused and stores nothing', async (_what, body) => {
    const answer = await world.ada.post('/texting/contacts', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveLength(1)
    expect((await world.ada.get('/texting/contacts', { search: '3035559990' })).body).toEqual([])
  })

  it('an update changes what it names and nothing else', async () => {
    const contact = await create({
      number: newOutsider(),
      first_name: 'Zoe',
      last_name: 'Quill',
      email: 'z@example.com',
    })
    const path = `/texting/contacts/${contact.id}`
    const { body } = await world.ben.put(path, { first_name: ' Zora ', last_name: null })
    expect(body).toEqual({ ...contact, first_name: 'Zora', last_name: '', updated_at: body.updated_at })
    // Clients send whole objects back.
    expect((await world.ada.put(path, { ...body, email: '' })).body).toMatchObject({
      first_name: 'Zora',
      email: '',
    })
    // Only STOP and START change it.
    expect((await world.ada.put(path, { opted_out: true })).body.opted_out).toBe(false)
    const changed = await world.ada.put(path, { number: newOutsider(), created_at: 'x' })
    expect(changed.status).toBe(400)
    expect(changed.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/number',
      '/created_at',
    ])
    expect((await world.ada.put(path, { nick: 'x' })).status).toBe(400)
  })

  it('the list is searched by name, number and email, in any case', async () => {
    await create({ number: '+13035559101', first_name: 'Ünal', last_name: 'Gök', email: 'unal@example.com' })
    const find = async (search: string) =>
      (await world.ben.get('/texting/contacts', { search })).body.map(
        ({ number }: { number: string }) => number,
      )
    for (const search of ['üNAL', 'ünal gök', 'UNAL@', '(303) 555-9101', '5559101', '+1 303 555 9101']) {
      expect(await find(search)).toEqual(['+13035559101'])
    }
    for (const search of ['%', '_nal', 'nobody', "'"]) expect(await find(search)).toEqual([])
    expect((await world.hank.get('/texting/contacts', { search: '5559101' })).body).toEqual([])
    expect((await world.ada.get('/texting/contacts', { search: '\0' })).status).toBe(400)
  })

  it('the list is paged', async () => {
    for (let index = 0; index < 3; index += 1) await create({ number: newOutsider(), last_name: 'Paged' })
    const page = await world.ada.get('/texting/contacts', { search: 'paged', page: 2, per_page: 2 })
    expect(page.body).toHaveLength(1)
    expect(page.headers).toMatchObject({
      'x-pagination-total-count': '3',
      'x-pagination-page-count': '2',
      'x-pagination-current-page': '2',
      'x-pagination-per-page': '2',
    })
    for (const query of [{ page: 0 }, { per_page: 0 }, { per_page: 1001 }, { page: 'x' }, { size: 3 }]) {
      expect((await world.ada.get('/texting/contacts', query as never)).status).toBe(400)
    }
  })

  it('deleting: the contact, but not while it takes part in a conversation', async () => {
    const number = newOutsider()
    const conversation = await converse(world.ben, BENS, number)
    const path = `/texting/contacts/${conversation.contact_id}`
    expect((await world.ada.delete(path)).status).toBe(409)
    await world.ben.delete(`/texting/conversations/${conversation.id}`)
    expect((await world.ada.delete(path)).body).toEqual(conversation.contactinfo)
    expect((await world.ada.get(path)).status).toBe(404)
    expect((await world.ada.delete(path)).status).toBe(404)
  })

  it('contacts of another company do not exist, with any body', async () => {
    const { id } = await create({ number: newOutsider() })
    for (const name of [id, 'nothing', '%00']) {
      const path = `/texting/contacts/${name}`
      expect((await world.hank.get(path)).status).toBe(404)
      expect((await world.hank.put(path, { nick: 1 })).status).toBe(404)
      expect((await world.hank.delete(path)).status).toBe(404)
    }
    expect((await world.ada.get(`/texting/contacts/${id}`)).status).toBe(200)
  })
})

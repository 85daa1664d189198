import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const path = '/realm/profile_fields'
const lunch = { veg: { text: 'Vegetarian', order: '1' }, any: { text: 'Anything', order: '2' } }

describe.each(engines)('Custom profile fields on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const fields = async (client = world.gus) => (await client.get(path)).body.custom_fields
  const create = async (args: Arguments): Promise<number> => (await world.ada.post(path, args)).body.id
  const refuses = async (call: () => Promise<Answer>, msg: string, code = 'BAD_REQUEST') => {
    const before = await fields()
    const gus = await watch(world.gus, ['custom_profile_fields', 'realm_user'])
    const answer = await call()
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ result: 'error', msg, code })
    expect(await fields()).toEqual(before)
    expect(await gus.news()).toEqual([])
  }

  it('POST | the field, at the end; told with all others to everybody', async () => {
    const gus = await watch(world.gus, ['custom_profile_fields'])
    const outsider = await watch(elsewhere.chief, ['custom_profile_fields'])
    const args = { name: ' Motto ', hint: 'One line', field_type: 1 }
    const answer = await world.ada.post(path, args)
    expect(answer.body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
    const { id } = answer.body
    const all = await fields()
    expect(all.at(-1)).toEqual({
      id,
      name: 'Motto',
      type: 1,
      hint: 'One line',
      field_data: '',
      order: id,
      required: false,
      editable_by_user: true,
    })
    expect(await gus.news()).toEqual([
      { type: 'custom_profile_fields', op: 'update', fields: all, id: expect.any(Number) },
    ])
    expect(await outsider.news()).toEqual([])
    const { body } = await world.echoBot.post('/register', { event_types: ['custom_profile_fields'] })
    expect(body.custom_profile_fields).toEqual(all)
    expect(Object.values(body.custom_profile_field_types).map((type) => (type as { id: number }).id)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
    expect(await fields(elsewhere.chief)).toEqual([])
  })

  it.each([
    [2, 'Long', {}, ''],
    [3, 'Lunch', lunch, JSON.stringify(lunch)],
    [4, 'Birthday', {}, ''],
    [5, 'Page', {}, ''],
    [6, 'Mentor', {}, ''],
    [7, 'Code', { subtype: 'github' }, '{"subtype":"github"}'],
    [8, 'Pronouns', {}, ''],
  ])('POST | a field of type %i (%s)', async (type, name, data, stored) => {
    const id = await create({ name, field_type: type, field_data: data })
    expect((await fields()).find((one: { id: number }) => one.id === id)).toMatchObject({
      type,
      name,
      field_data: stored,
    })
  })

  it('POST | an external account: of one that everybody knows without a label, or with a pattern', async () => {
    const id = await create({ field_type: 7, field_data: { subtype: 'twitter' } })
    const custom = { subtype: 'custom', url_pattern: 'https://git.example.com/%(username)s' }
    const other = await create({ name: 'Git', field_type: 7, field_data: custom })
    const named = Object.fromEntries((await fields()).map((one: { id: number }) => [one.id, one]))
    expect(named[id].name).toBe('Twitter')
    expect(JSON.parse(named[other].field_data)).toEqual(custom)
  })

  const badPattern = (pattern: string) => ({ subtype: 'custom', url_pattern: pattern })
  it.each<[string, Arguments, string]>([
    ['no name', { field_type: 1 }, 'Label cannot be blank.'],
    ['a long name', { name: 'x'.repeat(41), field_type: 1 }, 'name is too long (limit: 40 characters)'],
    ['a long hint', { hint: 'x'.repeat(81), field_type: 1 }, 'hint is too long (limit: 80 characters)'],
    ['an unknown type', { field_type: 9 }, 'Invalid field type.'],
    ['a type that is none', { field_type: '"text"' }, 'field_type is not an integer'],
    ['a name that is taken', { name: 'Biography', field_type: 1 }, 'A field with that label already exists.'],
    ['no choices', { field_type: 3 }, 'Field must have at least one choice.'],
    ['a choice without key', { field_type: 3, field_data: { ' ': lunch.veg } }, "'value' cannot be blank."],
    [
      'a choice without text',
      { field_type: 3, field_data: { a: { order: '1' } } },
      'text key is missing from field_data',
    ],
    ['a choice that is none', { field_type: 3, field_data: { a: 'b' } }, 'field_data is not a dict'],
    [
      'choices twice',
      { field_type: 3, field_data: { a: lunch.veg, b: lunch.veg } },
      'Field must not have duplicate choices.',
    ],
    ['field_data that is none', { field_type: 3, field_data: '[1]' }, 'field_data is not a dict'],
    ['no account', { field_type: 7 }, 'subtype key is missing from field_data'],
    ['an unknown account', { field_type: 7, field_data: { subtype: 'x' } }, 'Invalid external account type'],
    [
      'no pattern',
      { field_type: 7, field_data: { subtype: 'custom' } },
      'Custom external account must define URL pattern',
    ],
    [
      'a pattern without name',
      { field_type: 7, field_data: badPattern('https://a.example') },
      'URL pattern must contain exactly one %(username)s.',
    ],
    [
      'a pattern that runs code',
      { field_type: 7, field_data: badPattern('javascript:%(username)s') },
      'url_pattern is not a URL',
    ],
  ])('POST | %s', async (what, args, msg) => {
    const name = what === 'no name' ? {} : { name: 'A new one' }
    await refuses(() => world.ada.post(path, { ...name, ...args }), msg)
  })

  it('PATCH /realm/profile_fields/:field_id | name, hint and choices; what is absent stays', async () => {
    const id = await create({ name: 'Team', hint: 'h', field_type: 3, field_data: lunch })
    const get = async () => (await fields()).find((one: { id: number }) => one.id === id)
    expect((await world.ada.patch(`${path}/${id}`, { name: 'Crew' })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect(await get()).toMatchObject({ name: 'Crew', hint: 'h', field_data: JSON.stringify(lunch) })
    await world.ada.patch(`${path}/${id}`, { hint: '', field_data: { any: lunch.any } })
    expect(await get()).toMatchObject({
      name: 'Crew',
      hint: '',
      field_data: JSON.stringify({ any: lunch.any }),
    })
    await refuses(() => world.ada.patch(`${path}/${id}`, { name: ' ' }), 'Label cannot be blank.')
    await refuses(
      () => world.ada.patch(`${path}/${id}`, { name: 'Biography' }),
      'A field with that label already exists.',
    )
    await refuses(
      () => world.ada.patch(`${path}/${id}`, { field_data: {} }),
      'Field must have at least one choice.',
    )
    await refuses(() => world.ada.patch(`${path}/9999`, { name: 'x' }), 'Field id 9999 not found.')
  })

  it('PATCH | who had chosen what can be chosen no more has chosen nothing', async () => {
    const id = await create({ name: 'Dessert', field_type: 3, field_data: lunch })
    await world.ben.patch('/users/me/profile_data', { data: [{ id, value: 'veg' }] })
    await world.cleo.patch('/users/me/profile_data', { data: [{ id, value: 'any' }] })
    const gus = await watch(world.gus, ['realm_user'])
    await world.ada.patch(`${path}/${id}`, { field_data: { any: lunch.any } })
    const { ben } = world.demo.people
    expect(await gus.news()).toMatchObject([
      { person: { user_id: ben.id, custom_profile_field: { id, value: null, rendered_value: null } } },
    ])
    const data = async (client: World['ben']) => (await client.get('/users/me')).body.profile_data[id]
    expect(await data(world.ben)).toBeUndefined()
    expect(await data(world.cleo)).toEqual({ value: 'any' })
  })

  it('PATCH /realm/profile_fields | the order of all fields', async () => {
    const ids = (await fields()).map((one: { id: number }) => one.id)
    const order = [...ids].reverse()
    const gus = await watch(world.gus, ['custom_profile_fields'])
    expect((await world.ada.patch(path, { order })).status).toBe(200)
    const shown = await fields()
    expect(shown.map((one: { id: number }) => one.id)).toEqual(order)
    expect(await gus.news()).toMatchObject([{ fields: shown }])
    await refuses(() => world.ada.patch(path, { order: order.slice(1) }), 'Invalid order mapping.')
    await refuses(() => world.ada.patch(path, { order: 'x' }), 'Argument "order" is not valid JSON.')
  })

  it('DELETE /realm/profile_fields/:field_id | with what people had filled in', async () => {
    const id = await create({ name: 'For a while', field_type: 1 })
    await world.ben.patch('/users/me/profile_data', { data: [{ id, value: 'x' }] })
    const shown = async () => {
      const { body } = await world.ada.get('/users', { include_custom_profile_fields: true })
      return JSON.stringify(body.members.map((one: { profile_data?: object }) => one.profile_data))
    }
    expect(await shown()).toContain(`"${id}"`)
    const gus = await watch(world.gus, ['custom_profile_fields'])
    expect((await world.ada.delete(`${path}/${id}`)).body).toEqual({ result: 'success', msg: '' })
    expect(await gus.news()).toMatchObject([{ fields: await fields() }])
    expect((await fields()).map((one: { id: number }) => one.id)).not.toContain(id)
    expect(await shown()).not.toContain(`"${id}"`)
    await refuses(() => world.ada.delete(`${path}/${id}`), `Field id ${id} not found.`)
  })

  it('only administrators change fields, and only of their organization', async () => {
    const id = await create({ name: 'Ours', field_type: 1 })
    const [msg, code] = ['Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL']
    for (const client of [world.ben, world.gus, world.echoBot]) {
      await refuses(() => client.post(path, { name: 'x', field_type: 1 }), msg, code)
      await refuses(() => client.patch(path, { order: [] }), msg, code)
      await refuses(() => client.patch(`${path}/${id}`, { name: 'x' }), msg, code)
      await refuses(() => client.delete(`${path}/${id}`), msg, code)
    }
    await refuses(() => elsewhere.chief.delete(`${path}/${id}`), `Field id ${id} not found.`)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const path = '/users/me/profile_data'
const types = {
  short: [1],
  long: [2],
  choice: [3, { a: { text: 'A', order: '1' } }],
  date: [4],
  url: [5],
  people: [6],
  account: [7, { subtype: 'github' }],
  pronouns: [8],
} as const
type Name = keyof typeof types

describe.each(engines)('Profile data on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  const ids = {} as Record<Name, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    for (const [name, [type, data = {}]] of Object.entries(types)) {
      const { body } = await world.ada.post('/realm/profile_fields', {
        name,
        field_type: type,
        field_data: data,
      })
      ids[name as Name] = body.id
    }
  })
  afterAll(() => world.stop())

  const own = async () => (await world.ben.get('/users/me')).body.profile_data
  const set = (data: unknown) => world.ben.patch(path, { data })
  const refuses = async (data: unknown, msg: string) => {
    const before = await own()
    const gus = await watch(world.gus, ['realm_user'])
    const answer = await set(data)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
    expect(await own()).toEqual(before)
    expect(await gus.news()).toEqual([])
  }

  it.each<[Name, unknown, { value: string; rendered_value?: string }]>([
    ['short', '*me*', { value: '*me*', rendered_value: '<p><em>me</em></p>' }],
    ['long', 'a\n\nb', { value: 'a\n\nb', rendered_value: '<p>a</p>\n<p>b</p>' }],
    ['choice', 'a', { value: 'a' }],
    ['date', '2024-02-29', { value: '2024-02-29' }],
    ['url', 'https://example.com/~ben?x=1', { value: 'https://example.com/~ben?x=1' }],
    ['people', [2, 3], { value: '[2,3]' }],
    ['account', 'benokri', { value: 'benokri' }],
    ['pronouns', 'they/them', { value: 'they/them' }],
  ])('PATCH | %s: %j', async (name, value, stored) => {
    const gus = await watch(world.gus, ['realm_user'])
    const outsider = await watch(elsewhere.chief, ['realm_user'])
    const answer = await set([{ id: ids[name], value }])
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect((await own())[ids[name]]).toEqual(stored)
    const { ben } = world.demo.people
    expect(await gus.news()).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: ben.id, email: ben.email, custom_profile_field: { id: ids[name], ...stored } },
        id: expect.any(Number),
      },
    ])
    expect(await outsider.news()).toEqual([])
    await set([{ id: ids[name], value }])
    expect(await gus.news()).toEqual([])
  })

  it.each<[Name, unknown, string]>([
    ['short', 'x'.repeat(51), 'short is too long (limit: 50 characters)'],
    ['short', [1], 'short is not a string'],
    ['long', 'x'.repeat(501), 'long is too long (limit: 500 characters)'],
    ['choice', 'b', "'b' is not a valid choice for 'choice'."],
    ['choice', '__proto__', "'__proto__' is not a valid choice for 'choice'."],
    ['date', '2023-02-29', 'date is not a date'],
    ['date', '29.02.2024', 'date is not a date'],
    ['url', 'example.com', 'url is not a URL'],
    ['url', 'javascript:alert(1)', 'url is not a URL'],
    ['url', 'ftp://example.com', 'url is not a URL'],
    ['people', '2', 'User IDs is not a list'],
    ['people', [99999], 'Invalid user ID: 99999'],
    ['account', 'x'.repeat(51), 'account is too long (limit: 50 characters)'],
    ['pronouns', 'x'.repeat(51), 'pronouns is too long (limit: 50 characters)'],
  ])('PATCH | %s: %j is refused', async (name, value, msg) => {
    await refuses([{ id: ids[name], value }], msg)
  })

  it('PATCH | people: neither bots nor who is gone', async () => {
    const { echoBot } = world.demo.bots
    await refuses([{ id: ids.people, value: [echoBot.id] }], `User with ID ${echoBot.id} is a bot`)
    const { user } = await createUser(world.chat, world.demo.realm, { email: 'x@example.com', fullName: 'X' })
    await deactivateUser(world.chat, user)
    await refuses([{ id: ids.people, value: [user.id] }], `User with ID ${user.id} is deactivated`)
  })

  it('PATCH | all of it, or nothing', async () => {
    const data = [
      { id: ids.short, value: 'half' },
      { id: 9999, value: 'x' },
    ]
    await refuses(data, 'Field id 9999 not found.')
    await refuses([{ id: ids.short }], 'value key is missing from data[0]')
    await refuses([{ id: 'x', value: 'x' }], 'data[0]["id"] is not an integer')
    await refuses({}, 'data is not a list')
  })

  it('PATCH | an empty value, and DELETE, take the old one away', async () => {
    await set([
      { id: ids.short, value: 'one' },
      { id: ids.people, value: [2] },
      { id: ids.date, value: '2000-01-01' },
    ])
    const gus = await watch(world.gus, ['realm_user'])
    await set([
      { id: ids.short, value: '' },
      { id: ids.people, value: [] },
    ])
    expect((await world.ben.delete(path, { data: [ids.date, ids.short] })).body).toEqual({
      result: 'success',
      msg: '',
    })
    const left = Object.keys(await own())
    for (const id of [ids.short, ids.people, ids.date]) expect(left).not.toContain(String(id))
    const changes = (await gus.news()).map(({ person }) => person.custom_profile_field)
    expect(changes).toEqual(
      [ids.short, ids.people, ids.date].map((id) => ({ id, value: null, rendered_value: null })),
    )
  })

  it('required and editable_by_user | told to everybody; only administrators change a fixed field', async () => {
    const { body } = await world.ada.post('/realm/profile_fields', {
      name: 'Badge',
      field_type: 1,
      required: true,
      editable_by_user: false,
    })
    const badge = async () =>
      (await world.gus.get('/realm/profile_fields')).body.custom_fields.find(
        (field: { id: number }) => field.id === body.id,
      )
    expect(await badge()).toMatchObject({ required: true, editable_by_user: false })
    const { user_id: ben } = (await world.ben.get('/users/me')).body
    const refusal = "Only administrators can change 'Badge'."
    await refuses([{ id: body.id, value: '7' }], refusal)
    await world.ada.patch(`/users/${ben}`, { profile_data: [{ id: body.id, value: '42' }] })
    expect((await own())[body.id].value).toBe('42')
    expect((await world.ben.delete(path, { data: [body.id] })).body.msg).toBe(refusal)
    expect((await own())[body.id].value).toBe('42')
    expect((await world.ada.patch(path, { data: [{ id: body.id, value: '1' }] })).status).toBe(200)
    await world.ada.patch(`/realm/profile_fields/${body.id}`, { required: false, editable_by_user: true })
    expect(await badge()).toMatchObject({ name: 'Badge', required: false, editable_by_user: true })
    expect((await set([{ id: body.id, value: '8' }])).status).toBe(200)
  })

  it('DELETE | an unknown field', async () => {
    const { status, body } = await world.ben.delete(path, { data: [9999] })
    expect(status).toBe(400)
    expect(body).toEqual({ result: 'error', msg: 'Field id 9999 not found.', code: 'BAD_REQUEST' })
  })

  it('guests may, bots may not', async () => {
    expect((await world.gus.patch(path, { data: [{ id: ids.short, value: 'guest' }] })).status).toBe(200)
    const msg = 'This endpoint does not accept bot requests.'
    expect((await world.echoBot.patch(path, { data: [] })).body.msg).toBe(msg)
    expect((await world.echoBot.delete(path, { data: [] })).body.msg).toBe(msg)
  })
})

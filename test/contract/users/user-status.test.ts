import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Status on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const path = '/users/me/status'
  const status = async (client = world.ada) =>
    (await client.get(`/users/${world.demo.people.ben.id}/status`)).body.status
  const initial = async () =>
    (await world.gus.post('/register', { event_types: ['user_status'] })).body.user_status
  const set = async (args: Arguments) => {
    const answer = await world.ben.post(path, args)
    expect(answer.body).toEqual({ result: 'success', msg: '' })
  }
  const refuses = async (args: Arguments, msg: string) => {
    const before = await status()
    const gus = await watch(world.gus, ['user_status'])
    const answer = await world.ben.post(path, args)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
    expect(await status()).toEqual(before)
    expect(await gus.news()).toEqual([])
  }

  it('POST /users/me/status | text, away and emoji; what is absent stays', async () => {
    expect(await status()).toEqual({})
    await set({ status_text: ' on vacation ' })
    expect(await status()).toEqual({ status_text: 'on vacation' })
    await set({ away: true })
    expect(await status()).toEqual({ away: true, status_text: 'on vacation' })
    await set({ emoji_name: 'car' })
    const emoji = { emoji_name: 'car', emoji_code: expect.any(String), reaction_type: 'unicode_emoji' }
    expect(await status()).toEqual({ away: true, status_text: 'on vacation', ...emoji })
    expect(await initial()).toEqual({
      [world.demo.people.ben.id]: { away: true, status_text: 'on vacation', ...emoji },
    })
  })

  it('empty texts and false take away what was there', async () => {
    await set({ status_text: 'x', away: true, emoji_name: 'car' })
    await set({ status_text: '', away: false, emoji_name: '' })
    expect(await status()).toEqual({})
    expect(await initial()).toEqual({})
  })

  it('emoji_code and reaction_type | as in reactions', async () => {
    await set({ emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' })
    expect(await status()).toEqual({
      emoji_name: 'car',
      emoji_code: '1f697',
      reaction_type: 'unicode_emoji',
    })
    await refuses({ emoji_name: 'nothing_like_it' }, "Emoji 'nothing_like_it' does not exist")
    await refuses({ emoji_name: 'car', emoji_code: 'ffffff' }, 'Invalid emoji code.')
    await refuses(
      { emoji_name: 'car', emoji_code: '1', reaction_type: 'realm_emoji' },
      'Invalid custom emoji.',
    )
    await refuses(
      { emoji_code: '1f697' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    )
  })

  it('event | user_status with what was given, to everybody in the organization', async () => {
    await set({ status_text: '', away: false, emoji_name: '' })
    const gus = await watch(world.gus, ['user_status'])
    const outsider = await watch(elsewhere.chief, ['user_status'])
    await set({ status_text: 'busy', away: true })
    await set({ away: false })
    const user_id = world.demo.people.ben.id
    const id = expect.any(Number)
    expect(await gus.news()).toEqual([
      { type: 'user_status', user_id, away: true, status_text: 'busy', id },
      { type: 'user_status', user_id, away: false, id },
    ])
    expect(await outsider.news()).toEqual([])
    expect(await initial()).toEqual({ [user_id]: { status_text: 'busy' } })
  })

  it('POST /users/:user_id/status | administrators set the status of others; nobody else does', async () => {
    const { ben, gus } = world.demo.people
    const gusHears = await watch(world.gus, ['user_status'])
    const answer = await world.ada.post(`/users/${ben.id}/status`, { status_text: 'On leave' })
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(await status()).toMatchObject({ status_text: 'On leave' })
    expect(await gusHears.news()).toMatchObject([{ user_id: ben.id, status_text: 'On leave' }])
    const before = await status()
    const refused = await world.ben.post(`/users/${gus.id}/status`, { status_text: 'Gone' })
    expect(refused.body.code).toBe('UNAUTHORIZED_PRINCIPAL')
    for (const id of [world.demo.bots.echoBot.id, 987_654])
      expect((await world.ada.post(`/users/${id}/status`, { status_text: 'x' })).body.msg).toBe(
        'No such user',
      )
    expect(await status()).toEqual(before)
    await world.ada.post(`/users/${ben.id}/status`, { status_text: '' })
  })

  it('status_text | up to 60 characters', async () => {
    await set({ status_text: '😀'.repeat(60) })
    await refuses({ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)')
  })

  it('a request without any value is refused', () => refuses({}, 'Client did not pass any new values.'))

  it('away | what is not a boolean is refused', () => refuses({ away: '1' }, 'away is not a boolean'))

  it('away and do_not_disturb exclude each other', async () => {
    await set({ status_text: '', emoji_name: '', away: true })
    const gus = await watch(world.gus, ['user_status'])
    await set({ do_not_disturb: true })
    expect(await status()).toEqual({ do_not_disturb: true })
    expect(await initial()).toEqual({ [world.demo.people.ben.id]: { do_not_disturb: true } })
    await set({ away: true })
    expect(await status()).toEqual({ away: true })
    await set({ away: false })
    const common = { type: 'user_status', user_id: world.demo.people.ben.id, id: expect.any(Number) }
    expect(await gus.news()).toEqual([
      { ...common, away: false, do_not_disturb: true },
      { ...common, away: true, do_not_disturb: false },
      { ...common, away: false },
    ])
    await refuses({ away: true, do_not_disturb: true }, 'away and do_not_disturb exclude each other.')
  })

  it('clear_at | the server clears the status then, once, and tells everybody', async () => {
    const later = Math.floor(world.clock.now() / 1000) + 300
    await set({ status_text: 'lunch', emoji_name: 'car', do_not_disturb: true, clear_at: later })
    expect(await status()).toMatchObject({ status_text: 'lunch', clear_at: later })
    const gus = await watch(world.gus, ['user_status'])
    const outsider = await watch(elsewhere.chief, ['user_status'])
    world.clock.advance(290)
    expect(await status()).toMatchObject({ do_not_disturb: true })
    world.clock.advance(20)
    await expect.poll(() => status()).toEqual({})
    expect(await initial()).toEqual({})
    const empty = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '', clear_at: null }
    const user_id = world.demo.people.ben.id
    expect(await gus.news()).toEqual([
      { type: 'user_status', user_id, ...empty, do_not_disturb: false, id: expect.any(Number) },
    ])
    expect(await outsider.news()).toEqual([])
  })

  it('a new status without clear_at is not cleared by the time of the one before', async () => {
    const soon = Math.floor(world.clock.now() / 1000) + 60
    await set({ status_text: 'back soon', clear_at: soon })
    await set({ status_text: 'gone for good' })
    expect(await status()).toEqual({ status_text: 'gone for good' })
    await set({ status_text: 'another', clear_at: soon })
    await set({ clear_at: null })
    world.clock.advance(120)
    // Something else that is due in the same run.
    await world.gus.post(path, { away: true, clear_at: soon + 120 })
    world.clock.advance(120)
    const gus = `/users/${world.demo.people.gus.id}/status`
    await expect.poll(async () => (await world.ada.get(gus)).body.status).toEqual({})
    expect(await status()).toEqual({ status_text: 'another' })
  })

  it.each([
    [{ status_text: 'x', clear_at: 1 }, 'clear_at must be in the future.'],
    [{ status_text: 'x', clear_at: 1e15 }, 'clear_at is too large'],
    [{ status_text: 'x', clear_at: 'soon' }, 'Argument "clear_at" is not valid JSON.'],
    [{ status_text: '', emoji_name: '', clear_at: 9_999_999_999 }, 'There is no status to clear.'],
  ])('%j is refused', (args, msg) => refuses(args, msg))

  it('GET /users/:user_id/status | an unknown user', async () => {
    const { body } = await world.ben.get('/users/99999/status')
    expect(body).toEqual({ result: 'error', msg: 'No such user', code: 'BAD_REQUEST' })
  })

  it('every organization has its own', async () => {
    await set({ status_text: 'here' })
    expect(await status(elsewhere.chief)).toEqual({})
  })
})

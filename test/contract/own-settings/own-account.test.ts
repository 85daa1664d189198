import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import { hashPassword, verifyPassword } from '../../../src/platform/secrets/hash-password.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const OLD = 'correct horse'

describe.each(engines)('The own account on %s', (engine) => {
  let world: World
  let count = 0
  let passwordHash: string
  beforeAll(async () => {
    world = await startWorld(engine)
    passwordHash = await hashPassword(OLD)
  })
  afterAll(() => world.stop())

  const join = async (rest: object = {}): Promise<User> => {
    count += 1
    const person = { email: `p${count}@example.com`, fullName: `Person ${count}`, passwordHash, ...rest }
    return (await createUser(world.chat, world.demo.realm, person)).user
  }
  const shown = async (user: User) => (await world.gus.get(`/users/${user.id}`)).body.user
  const hashOf = async (user: User) =>
    (
      await world.chat.database.read
        .selectFrom('users')
        .select(['password_hash', 'id'])
        .where('realm_id', '=', user.realm_id)
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).password_hash

  it('full_name | the new name, and the picture that is drawn from it, to everybody', async () => {
    const user = await join()
    const gus = await watch(world.gus, ['realm_user'])
    const { body } = await world.as(user).patch('/settings', { full_name: ' Zoe Zander ' })
    expect(body).toEqual({ result: 'success', msg: '', full_name: 'Zoe Zander' })
    const { avatar_url: url } = await shown(user)
    expect(url).toContain('ZZ')
    const person = { user_id: user.id, email: user.email }
    expect(await gus.news()).toMatchObject([
      { op: 'update', person: { ...person, full_name: 'Zoe Zander' } },
      { op: 'update', person: { ...person, avatar_url: url, avatar_url_medium: url, avatar_source: 'G' } },
    ])
  })

  it('full_name | refused signs; empty changes nothing', async () => {
    const user = await join()
    const refused = await world.as(user).patch('/settings', { full_name: 'A@B', night_mode: true })
    expect(refused.body).toEqual({ result: 'error', msg: 'Invalid characters in name!', code: 'BAD_REQUEST' })
    const { body } = await world.as(user).post('/register', { event_types: ['update_display_settings'] })
    expect(body.night_mode).toBe(false)
    expect((await world.as(user).patch('/settings', { full_name: ' ' })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect((await shown(user)).full_name).toBe(user.full_name)
  })

  it('full_name | where names are fixed it stays, except for administrators', async () => {
    const user = await join()
    const chief = await join({ role: 'administrator' })
    await changeRealmSettings(world, { name_changes_disabled: true })
    expect((await world.as(user).patch('/settings', { full_name: 'Somebody Else' })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect((await shown(user)).full_name).toBe(user.full_name)
    await world.as(chief).patch('/settings', { full_name: 'The Chief' })
    expect((await shown(chief)).full_name).toBe('The Chief')
    await changeRealmSettings(world, { name_changes_disabled: false })
  })

  it('new_password | takes the old one, ends all other sessions and reset links, and replaces the key', async () => {
    const user = await join()
    const signIn = async () => {
      const begun = await world.nobody.post('/sessions', { username: user.email, password: OLD })
      const cookie = String(begun.headers['set-cookie']).split(';')[0]!
      return world.nobody.with({ cookie, 'x-csrftoken': begun.body.csrf_token })
    }
    const [mine, other] = [await signIn(), await signIn()]
    await world.nobody.post('/password_reset', { email: user.email })
    const reset = (await waitForMails(world, user.email))[0]!.link.split('/').at(-1)
    const passwords = { old_password: OLD, new_password: 'battery staple' }
    expect((await mine.patch('/settings', passwords)).body).toEqual({ result: 'success', msg: '' })
    expect((await mine.get('/users/me')).status).toBe(200)
    expect((await other.get('/users/me')).status).toBe(401)
    expect((await world.as(user).get('/users/me')).status).toBe(401)
    expect((await world.nobody.get(`/password_reset/${reset}`)).body.code).toBe('INVALID_LINK')
    expect(await verifyPassword(await hashOf(user), 'battery staple')).toBe(true)
  })

  it('keep_api_key | the key stays; a key that is replaced stops its own program, too', async () => {
    const user = await join()
    const change = (old: string, next: string, rest: object) =>
      world.as(user).patch('/settings', { old_password: old, new_password: next, ...rest })
    expect((await change(OLD, 'battery staple', { keep_api_key: true })).status).toBe(200)
    expect((await world.as(user).get('/users/me')).status).toBe(200)
    expect((await change('battery staple', 'third password', { full_name: 'Renamed' })).status).toBe(200)
    expect((await world.as(user).get('/users/me')).status).toBe(401)
    const given = { username: user.email, password: 'third password' }
    const { api_key: key } = (await world.nobody.post('/fetch_api_key', given)).body
    const renewed = new ApiClient(world.app, { email: user.email, key })
    expect((await renewed.get('/users/me')).body.full_name).toBe('Renamed')
  })

  it('new_password | by key: every session ends', async () => {
    const user = await join()
    const begun = await world.nobody.post('/sessions', { username: user.email, password: OLD })
    const browser = world.nobody.with({ cookie: String(begun.headers['set-cookie']).split(';')[0]! })
    await world.as(user).patch('/settings', { old_password: OLD, new_password: 'battery staple' })
    expect((await browser.get('/users/me')).status).toBe(401)
  })

  it('new_password | wrong old one, none at all, or too short a new one: nothing is changed', async () => {
    const user = await join()
    const refuses = async (args: object, msg: string, of = user) => {
      const before = await hashOf(of)
      const { status, body } = await world.as(of).patch('/settings', { full_name: 'Changed', ...args })
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
      expect(await hashOf(of)).toBe(before)
      expect((await shown(of)).full_name).toBe(of.full_name)
    }
    await refuses({ old_password: 'wrong', new_password: 'battery staple' }, 'Wrong password!')
    await refuses({ new_password: 'battery staple' }, 'Wrong password!')
    await refuses(
      { old_password: OLD, new_password: 'short' },
      'The password must have at least 8 characters.',
    )
    const without = await join({ passwordHash: undefined })
    await refuses({ old_password: '', new_password: 'battery staple' }, 'Wrong password!', without)
  })

  it('new_password | a stolen key is not enough to try one password after the other', async () => {
    const user = await join()
    const attempt = (old: string) =>
      world.as(user).patch('/settings', { old_password: old, new_password: 'battery staple' })
    for (let index = 0; index < 5; index += 1)
      expect((await attempt(`guess ${index}`)).body.msg).toBe('Wrong password!')
    const { status, body } = await attempt(OLD)
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_HIT'])
    expect(await hashOf(user)).toBe(passwordHash)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { applyEvent, comparable, readState } from '../../harness/client-state.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Deactivate and reactivate a user on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const join = async (rest: object = {}): Promise<User> => {
    count += 1
    const person = { email: `p${count}@example.com`, fullName: `Person ${count}`, ...rest }
    return (await createUser(world.chat, world.demo.realm, person)).user
  }
  const isActive = async (user: User) => (await world.ben.get(`/users/${user.id}`)).body.user.is_active
  const refuses = async (path: string, body: object, client = world.ada) => {
    const ada = await watch(world.ada, undefined)
    const answer = await client.delete(path)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', code: 'BAD_REQUEST', ...body })
    expect(await ada.news()).toEqual([])
  }

  it('DELETE /users/:user_id | the key stops working; everybody in the organization gets an event, and nobody else', async () => {
    const user = await join()
    const gus = await watch(world.gus, ['realm_user'])
    const outsider = await watch(elsewhere.chief, ['realm_user'])
    expect((await world.ada.delete(`/users/${user.id}`)).body).toEqual({ result: 'success', msg: '' })
    const gone = await world.as(user).get('/users/me')
    expect([gone.status, gone.body.code]).toEqual([401, 'USER_DEACTIVATED'])
    expect(await gus.news()).toEqual([
      {
        type: 'realm_user',
        op: 'remove',
        person: { user_id: user.id, email: user.email, full_name: user.full_name },
        id: expect.any(Number),
      },
    ])
    expect(await outsider.news()).toEqual([])
  })

  it('a poll that waits ends; the queue stays gone when the account is opened again', async () => {
    const user = await join()
    const person = world.as(user)
    const { queueId } = await watch(person, ['message'])
    const waiting = person.get('/events', { queue_id: queueId, last_event_id: -1 })
    await world.ada.delete(`/users/${user.id}`)
    expect((await waiting).body.events).toEqual([])
    await world.ada.post(`/users/${user.id}/reactivate`)
    const again = await person.get('/events', { queue_id: queueId, last_event_id: -1 })
    expect(again.body).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', queue_id: queueId })
  })

  it('the sessions of a browser end', async () => {
    const user = await join()
    const begun = await world.nobody.post('/dev_sessions', { username: user.email })
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const browser = world.nobody.with({ cookie })
    expect((await browser.get('/users/me')).body.email).toBe(user.email)
    await world.ada.delete(`/users/${user.id}`)
    await world.ada.post(`/users/${user.id}/reactivate`)
    expect((await browser.get('/users/me')).status).toBe(401)
  })

  it('its bots are deactivated, too, with realm_bot events', async () => {
    const user = await join()
    const bot = await join({ bot: { type: 1, owner: user } })
    const ada = await watch(world.ada, ['realm_user', 'realm_bot'])
    await world.ada.delete(`/users/${user.id}`)
    expect(await isActive(bot)).toBe(false)
    expect((await world.as(bot).get('/users/me')).body.code).toBe('USER_DEACTIVATED')
    expect(await ada.news()).toMatchObject([
      { type: 'realm_user', op: 'remove', person: { user_id: user.id } },
      { type: 'realm_user', op: 'remove', person: { user_id: bot.id } },
      { type: 'realm_bot', op: 'remove', bot: { user_id: bot.id } },
    ])
  })

  it('DELETE /users/me | the own account', async () => {
    const user = await join()
    const answer = await world.as(user).delete('/users/me')
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(await isActive(user)).toBe(false)
  })

  it('DELETE /users/me | not by bots', () =>
    refuses('/users/me', { msg: 'This endpoint does not accept bot requests.' }, world.echoBot))

  it('the last administrator stays, for every caller', async () => {
    const { ada } = world.demo.people
    const body = {
      msg: 'Cannot deactivate the only organization administrator.',
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_admin: true,
      entity: 'organization administrator',
    }
    await refuses('/users/me', body)
    await refuses(`/users/${ada.id}`, body)
    const second = await join({ role: 'administrator' })
    expect((await world.as(second).delete('/users/me')).status).toBe(200)
    // The second one is an administrator still, but can do nothing.
    await refuses('/users/me', body)
  })

  it('unknown, deactivated, or a bot', async () => {
    await refuses('/users/99999', { msg: 'No such user' })
    await refuses(`/users/${world.demo.bots.echoBot.id}`, { msg: 'No such user' })
    const user = await join()
    await world.ada.delete(`/users/${user.id}`)
    await refuses(`/users/${user.id}`, { msg: 'User is deactivated' })
    await refuses('/users/cleo@example.com', {
      msg: "Bad value for 'user_id': cleo@example.com",
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'user_id',
      bad_value: 'cleo@example.com',
    })
  })

  it('only by administrators, and only of their organization', async () => {
    const user = await join()
    const denied = { msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' }
    for (const client of [world.ben, world.gus, world.echoBot])
      await refuses(`/users/${user.id}`, denied, client)
    await elsewhere.chief.delete(`/users/${user.id}`)
    const back = await world.ben.post(`/users/${user.id}/reactivate`)
    expect(back.body.msg).toBe('Must be an organization administrator')
    expect(await isActive(user)).toBe(true)
  })

  it('reactivate | realm_user op add with everything; the key works again', async () => {
    const user = await join({ role: 'guest', timezone: 'Asia/Tokyo' })
    const { custom_fields: fields } = (await world.ada.get('/realm/profile_fields')).body
    await world.as(user).patch('/users/me/profile_data', { data: [{ id: fields[0].id, value: 'x' }] })
    await world.ada.delete(`/users/${user.id}`)
    const gus = await watch(world.gus, ['realm_user'])
    const path = `/users/${user.id}/reactivate`
    expect((await world.ada.post(path)).body).toEqual({ result: 'success', msg: '' })
    const { user: person } = (
      await world.ben.get(`/users/${user.id}`, { include_custom_profile_fields: true })
    ).body
    expect(person).toMatchObject({
      is_active: true,
      role: 600,
      profile_data: { [fields[0].id]: { value: 'x' } },
    })
    expect(await gus.news()).toEqual([{ type: 'realm_user', op: 'add', person, id: expect.any(Number) }])
    expect((await world.as(user).get('/users/me')).status).toBe(200)
    expect((await world.ada.post(path)).status).toBe(200)
    expect(await gus.news()).toEqual([])
  })

  it('reactivate | a bot whose owner is gone gets the administrator as owner', async () => {
    const owner = await join()
    const bot = await join({ bot: { type: 1, owner } })
    await world.ada.delete(`/users/${owner.id}`)
    const ada = await watch(world.ada, ['realm_bot'])
    await world.ada.post(`/users/${bot.id}/reactivate`)
    const { ada: administrator } = world.demo.people
    expect((await world.ben.get(`/users/${bot.id}`)).body.user).toMatchObject({
      is_active: true,
      bot_owner_id: administrator.id,
    })
    expect(await ada.news()).toMatchObject([{ op: 'add', bot: { user_id: bot.id, is_active: true } }])
  })

  it('initial state + events = fresh state, for the others, when somebody goes and comes back', async () => {
    const user = await join()
    const person = world.as(user)
    await person.post('/users/me/subscriptions', { subscriptions: [{ name: 'lonely' }] })
    await person.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cave' }],
      invite_only: true,
    })
    const others: [ApiClient, User][] = [
      [world.ada, world.demo.people.ada],
      [world.ben, world.demo.people.ben],
      [world.gus, world.demo.people.gus],
    ]
    const change = [
      () => world.ada.delete(`/users/${user.id}`),
      () => world.ada.post(`/users/${user.id}/reactivate`),
    ]
    for (const step of change) {
      const before = await Promise.all(others.map(([client]) => register(client)))
      expect((await step()).status).toBe(200)
      for (const [index, [client, self]] of others.entries()) {
        const { state, queueId } = before[index]!
        const { events } = (
          await client.get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true })
        ).body
        for (const event of events) applyEvent(state, event, self.id)
        expect(comparable(state)).toEqual(comparable((await register(client)).state))
      }
    }
  })
})

async function register(client: ApiClient) {
  const { body } = await client.post('/register', { include_subscribers: true })
  return { state: readState(body), queueId: body.queue_id as string }
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACME_KEY, GLOBEX_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import { engines } from '../../harness/engines.ts'
import { SocketClient } from '../../harness/socket-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

describe.each(engines)('the presence of the chat on the phones (%s)', (engine) => {
  let world: WorkspaceWorld
  let url: string
  const opened: SocketClient[] = []
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    url = await world.listen()
  })
  afterAll(async () => {
    for (const client of opened) client.close()
    await world.stop()
  })
  // Everybody is gone.
  beforeEach(() => world.clock.advance(300))

  const report = (name: 'ada' | 'ben', status = 'active') =>
    world.chatAs(world.people[name]).post('/users/me/presence', { status })
  const listed = async () =>
    (await world.owner.get('/statuses/v2/users', { user_id: world.contacts.ben })).body[0]
  async function open(credentials: object) {
    const client = await SocketClient.open(url, credentials)
    opened.push(client)
    return client
  }
  const presencesHeard = (client: SocketClient) =>
    client.heard
      .filter(({ name }) => name === 'user_presence_updated')
      .flatMap(({ payload }) => payload.users as { user_id: string; presence: string }[])
  const ofBen = (client: SocketClient) =>
    presencesHeard(client)
      .filter(({ user_id: id }) => id === world.contacts.ben)
      .map(({ presence }) => presence)

  it('says who is in the chat, beside what was chosen', async () => {
    expect(await listed()).toMatchObject({ presence: 'offline', has_registered_phone: false })
    await report('ben')
    expect(await listed()).toMatchObject({ presence: 'active', main_status: { action_type: 'manual' } })
    world.clock.advance(100)
    await report('ben', 'idle')
    world.clock.advance(100)
    expect(await listed()).toMatchObject({ presence: 'away' })
    world.clock.advance(100)
    expect(await listed()).toMatchObject({ presence: 'offline' })
  })

  it('pushes changes, and each only once, to sockets that want changes', async () => {
    const listening = await open({ token: ACME_KEY, changes: true })
    const other = await open({ token: ACME_KEY })
    const stranger = await open({ token: GLOBEX_KEY, changes: true })
    // The first look finds what there is.
    await expect
      .poll(
        async () => {
          world.clock.advance(300)
          await report('ben')
          return ofBen(listening).length
        },
        { interval: 1200, timeout: 30_000 },
      )
      .toBeGreaterThan(0)
    const before = ofBen(listening).length
    expect(ofBen(listening).at(-1)).toBe('active')
    // Clients report every minute, which is no news.
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance(60)
      await report('ben')
    }
    world.clock.advance(300)
    await expect.poll(() => ofBen(listening).at(-1), { timeout: 30_000 }).toBe('offline')
    expect(ofBen(listening).slice(before)).toEqual(['offline'])
    for (const client of [other, stranger]) expect(presencesHeard(client)).toEqual([])
  })

  it('people who turned their presence off are offline, as in the chat', async () => {
    const ben = world.chatAs(world.people.ben)
    await report('ben')
    await ben.patch('/settings', { presence_enabled: false })
    expect(await listed()).toMatchObject({ presence: 'offline' })
    await ben.patch('/settings', { presence_enabled: true })
  })

  it('an organization that hides who is online hides it here', async () => {
    const ada = world.chatAs(world.people.ada)
    await report('ben')
    await ada.patch('/realm', { presence_disabled: true })
    expect(await listed()).not.toHaveProperty('presence')
    await ada.patch('/realm', { presence_disabled: false })
    expect(await listed()).toHaveProperty('presence')
  })

  it('users without an account in the chat have none', async () => {
    const link = `/workspace/phone_users/${world.people.ben.id}`
    const ada = world.chatAs(world.people.ada)
    await ada.put(link, { phone_user_id: null })
    expect(await listed()).not.toHaveProperty('presence')
    await ada.put(link, { phone_user_id: JSON.stringify(world.contacts.ben) })
    expect(await listed()).toHaveProperty('presence')
  })
})

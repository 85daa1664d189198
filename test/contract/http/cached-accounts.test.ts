import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../src/chat/identity/users/user.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

/** What is looked at here is the cache of one server with room in it. */
const isElsewhere = process.env.TEST_NODES !== undefined || process.env.TEST_CACHE_ENTRIES !== undefined

describe.each(engines)('Cached accounts on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const cached = ({ api_key_hash: hash }: User) => world.chat.usersByKeyHash.peek(hash)

  it.skipIf(isElsewhere)('a change drops those of its own organization only', async () => {
    const { ada } = world.demo.people
    await world.ada.get('/users/me')
    await elsewhere.member.patch('/settings', { full_name: 'Another name' })
    await elsewhere.chief.get('/users/me')
    expect(cached(ada)).toBeDefined()
    await world.ben.patch('/settings', { full_name: 'Ben the Second' })
    expect(cached(ada)).toBeUndefined()
    expect(cached(elsewhere.people.chief)).toBeDefined()
  })

  it.skipIf(isElsewhere)('wrong keys take no room', async () => {
    await world.ada.get('/users/me')
    const { entries } = world.chat.usersByKeyHash
    for (const key of ['one', 'two', 'three']) {
      const guesser = new ApiClient(world.app, { email: 'ada@example.com', key })
      expect((await guesser.get('/users/me')).status).toBe(401)
    }
    expect(world.chat.usersByKeyHash.entries).toBe(entries)
  })

  it('a host without an organization is the root domain, until one is founded there', async () => {
    const { ada } = world.demo.people
    const host = 'late.example.com'
    expect((await world.as(ada, host).get('/users/me')).body).toMatchObject({ email: ada.email })
    const late = await foundOrganization(world, host)
    expect((await world.as(ada, host).get('/users/me')).status).toBe(401)
    expect((await late.chief.get('/users/me')).status).toBe(200)
  })
})

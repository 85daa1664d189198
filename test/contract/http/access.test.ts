import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { Access, Endpoint } from '../../../src/chat/identity/calls/endpoint.ts'
import { apiEndpoints } from '../../../src/server/api-endpoints.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

/** No call has arguments: callers without access must not even learn which ones there are. */
const endpoints = apiEndpoints.map((endpoint): [string, Endpoint] => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
])
const withCredentials = endpoints.filter(([, { access }]) => access !== 'anyone')
const withAccess = (...kinds: Access[]) => endpoints.filter(([, { access }]) => kinds.includes(access))

describe.each(engines)('Who may call what, on %s', (engine) => {
  let world: World
  let gone: ApiClient
  let stranger: ApiClient
  beforeAll(async () => {
    world = await startWorld(engine)
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'gone@example.com',
      fullName: 'Gone Girl',
    })
    gone = world.as(user)
    await deactivateUser(world.chat, user)
    const other = await foundOrganization(world, 'apart.example.com')
    // With the key of the other organization, at the address of this one.
    stranger = world.as(other.people.chief)
  })
  afterAll(() => world.stop())

  const call = (client: ApiClient, { method, path }: Endpoint) =>
    client.call(method, path.replace(/:[a-z_]+/g, '1'))

  it.each(withCredentials)('%s | 401 without credentials', async (_name, endpoint) => {
    const { status, body } = await call(world.nobody, endpoint)
    // Webhooks may carry the key in the URL, and get an error when they do not.
    expect([status, body.msg]).toEqual(
      'api_key' in endpoint.parameters
        ? [400, "Missing 'api_key' argument"]
        : [401, 'Not logged in: API authentication or user session required'],
    )
  })

  it.each(withCredentials)('%s | 401 for a deactivated account', async (_name, endpoint) => {
    const { status, body } = await call(gone, endpoint)
    expect([status, body.code]).toEqual([401, 'USER_DEACTIVATED'])
  })

  it.each(withCredentials)('%s | 401 with the key of another organization', async (_name, endpoint) => {
    const { status, body } = await call(stranger, endpoint)
    expect([status, body.msg]).toEqual([401, 'Account is not associated with this subdomain'])
  })

  it.each(withAccess('users', 'humans', 'members', 'administrators'))(
    '%s | 401 for an incoming webhook bot',
    async (_name, endpoint) => {
      const { status, body } = await call(world.hookBot, endpoint)
      expect([status, body.msg]).toEqual([401, 'This API is not available to incoming webhook bots.'])
    },
  )

  it.each(withAccess('humans'))('%s | 400 for a bot', async (_name, endpoint) => {
    const { status, body } = await call(world.echoBot, endpoint)
    expect([status, body.msg]).toEqual([400, 'This endpoint does not accept bot requests.'])
  })

  it.each(withAccess('members'))('%s | 400 for a guest', async (_name, endpoint) => {
    const { status, body } = await call(world.gus, endpoint)
    expect([status, body.msg]).toEqual([400, 'Not allowed for guest users'])
  })

  it.each(withAccess('administrators'))('%s | 400 for a member', async (_name, endpoint) => {
    const { status, body } = await call(world.ben, endpoint)
    expect([status, body.msg]).toEqual([400, 'Must be an organization administrator'])
  })
})

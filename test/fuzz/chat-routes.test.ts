import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/engines.ts'
import type { World } from '../harness/world.ts'
import { attackRoute, type Target } from './attack-route.ts'
import { startChatTarget } from './chat-target.ts'
import { documentedRoutes } from './documented-routes.ts'

const routes = documentedRoutes('chat').map((route) => [`${route.method} ${route.path}`, route] as const)

describe.each(engines)('hostile requests to the chat on %s', (engine) => {
  let world: World
  let target: Target
  beforeAll(async () => {
    ;({ world, target } = await startChatTarget(engine))
  })
  afterAll(() => world.stop())

  it.each(routes)(
    '%s: no server error, no hang, the envelope, nothing of others',
    async (_name, route) => {
      await attackRoute(target, route)
    },
    600_000,
  )

  it('the server is well after all that', async () => {
    expect((await world.app.inject('/health')).statusCode).toBe(200)
    const [, administrator] = await target.attackers()
    const { headers } = administrator!
    expect(
      (await world.app.inject({ url: '/api/v1/users/me', headers, remoteAddress: '10.255.255.1' }))
        .statusCode,
    ).toBe(200)
  })
})

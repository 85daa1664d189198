import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/engines.ts'
import type { TelephonyWorld } from '../harness/telephony-world.ts'
import { attackRoute, type Target } from './attack-route.ts'
import { documentedRoutes } from './documented-routes.ts'
import { startTelephonyTarget } from './telephony-target.ts'

const routes = documentedRoutes('telephony').map((route) => [`${route.method} ${route.path}`, route] as const)

describe.each(engines)('hostile requests to the telephony on %s', (engine) => {
  let world: TelephonyWorld
  let target: Target
  beforeAll(async () => {
    ;({ world, target } = await startTelephonyTarget(engine))
  })
  afterAll(() => world.stop())

  it.each(routes)(
    '%s: no server error, no hang, a problem, nothing of others',
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
      (await world.app.inject({ url: '/system/company', headers, remoteAddress: '10.255.255.1' })).statusCode,
    ).toBe(200)
  })
})

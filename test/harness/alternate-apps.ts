import type { FastifyInstance } from 'fastify'

/** One app in front of several: requests go round robin. */
export function alternateApps(apps: readonly FastifyInstance[]): FastifyInstance {
  let turn = 0
  const inject = (...args: Parameters<FastifyInstance['inject']>) => {
    turn += 1
    return apps[turn % apps.length]!.inject(...args)
  }
  return new Proxy(apps[0]!, {
    get: (first, name) => (name === 'inject' ? inject : Reflect.get(first, name, first)),
  })
}

import type { FastifyInstance } from 'fastify'

/** One app in front of several: each request goes to the next of them, as a balancer without memory sends them. */
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

import type { FastifyRequest } from 'fastify'
import type { RawArguments } from './read-parameters.ts'

const MAX_NAME_LENGTH = 60

/** The name of the client program: the `client` argument, or the first word of the User-Agent. */
export function clientName(request: FastifyRequest, given: RawArguments): string {
  const said = given.get('client') ?? request.headers['user-agent']?.split('/', 1)[0]
  return said?.replaceAll('\0', '').trim().slice(0, MAX_NAME_LENGTH) || 'Unspecified'
}

const humanInterfaces = new Set([
  'website',
  'switchboard',
  'zulipmobile',
  'zulipflutter',
  'zulipelectron',
  'zulipterminal',
  'zulipdesktop',
  'ios',
  'android',
  'snipe',
  // replies by mail
  'mail',
])

/** People who write in such a client have read their own message; scripts have not. */
export function isHumanInterface(client: string): boolean {
  const name = client.toLowerCase()
  return humanInterfaces.has(name) || name.includes('desktop app')
}

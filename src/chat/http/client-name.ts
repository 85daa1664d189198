import type { FastifyRequest } from 'fastify'
import type { RawArguments } from './read-parameters.ts'

const LONGEST_NAME = 60

/** The program that asks: as it says itself, or the first word of its User-Agent. */
export function clientName(request: FastifyRequest, given: RawArguments): string {
  const said = given.get('client') ?? request.headers['user-agent']?.split('/', 1)[0]
  return said?.replaceAll('\0', '').trim().slice(0, LONGEST_NAME) || 'Unspecified'
}

const humanInterfaces = new Set([
  'website',
  'switchboard',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipdesktop',
  'ios',
  'android',
  'snipe',
])

/** Somebody who writes in such a program has read what they wrote; a script has not. */
export function isHumanInterface(client: string): boolean {
  const name = client.toLowerCase()
  return humanInterfaces.has(name) || name.includes('desktop app')
}

import { expect } from 'vitest'
import type { Operation } from '../../../../src/telephony/http/operation.ts'
import type { Scope } from '../../../../src/telephony/identity/api-key.ts'
import { telephonyPermissions } from '../../../../src/telephony/identity/telephony-permissions.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import type { Things } from './things-of-acme.ts'

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`

export const rowOf = ({ access }: Operation) => telephonyPermissions[access]

/** For which a key needs one of these scopes. */
export const operationsOf = (...scopes: Scope[]) =>
  telephonyOperations.filter((operation) => scopes.some((scope) => scope === rowOf(operation).scope))

export const withKey = () => operationsOf('read', 'write', 'admin')

export function urlFor({ path }: Operation, { ids, messageIds }: Things): string {
  const url = path.replace(/:([a-z_]+)/g, (_all, name: string) => {
    const id = ids[path.startsWith('/texting') && name === 'contact_id' ? 'texting_contact_id' : name]
    if (id === undefined) throw new Error(`things-of-acme.ts has no ${name} for ${path}`)
    return encodeURIComponent(id)
  })
  return path.endsWith('/messages') ? `${url}?ids=${messageIds.join(',')}` : url
}

/** The body is nonsense: permitted callers get an error that says so, and nothing happens. */
const bodyFor = ({ body }: Operation) => (body === undefined ? undefined : '{"nonsense')

export async function tryOperation(client: TelephonyClient, operation: Operation, things: Things) {
  const url =
    operation.method === 'GET' ? urlFor(operation, things).split('?')[0]! : urlFor(operation, things)
  return client.call(operation.method, url, bodyFor(operation))
}

/** Nothing is done by it, so permitted callers can try it. */
export const isHarmless = ({ method, body }: Operation) => method === 'GET' || body !== undefined

/** What permitted callers get: nonsense in the body comes after the permission. */
export const reached = ({ method }: Operation) => (method === 'GET' ? [200, 204] : [200, 400, 409, 415])

/** Before anything is lost: all this was within reach. */
export async function expectInReach(
  client: TelephonyClient,
  things: Things,
  refused: readonly number[] = [],
) {
  for (const operation of withKey().filter(isHarmless)) {
    const { status } = await tryOperation(client, operation, things)
    expect([...reached(operation), ...refused], nameOf(operation)).toContain(status)
  }
}

export async function expectAll(
  client: TelephonyClient,
  operations: readonly Operation[],
  things: Things,
  status: number,
): Promise<void> {
  for (const operation of operations) {
    const answer = await tryOperation(client, operation, things)
    expect(answer.status, nameOf(operation)).toBe(status)
  }
}

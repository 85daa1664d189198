import type { ClientBase } from 'pg'

/**
 * One URL for each host of `postgres://user@one:5432,other:5433/name`, libpq's notation for several hosts: a primary
 * and its standbys.
 */
export function hostUrls(url: string): string[] {
  const start = url.indexOf('://') + 3
  const length = url.slice(start).search(/[/?#]/)
  const end = length === -1 ? url.length : start + length
  const hosts = Math.max(url.lastIndexOf('@', end) + 1, start)
  const one = (host: string) => `${url.slice(0, hosts)}${host}${url.slice(end)}`
  return url.slice(hosts, end).split(',').map(one)
}

/** Of several hosts only one accepts writes. */
export class IsStandby extends Error {
  constructor() {
    super('it is a standby')
  }
}

export async function checkIsPrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  if (rows[0].standby) throw new IsStandby()
}

/**
 * Tries the hosts in order, the last good one first, until one gives a connection that accepts writes. Throws the error
 * of the first host.
 */
export async function findPrimary<T>(
  count: number,
  first: number,
  connect: (host: number) => Promise<T>,
): Promise<{ host: number; connection: T }> {
  let failure: unknown
  for (let tried = 0; tried < count; tried += 1) {
    const host = (first + tried) % count
    try {
      return { host, connection: await connect(host) }
    } catch (error) {
      // That another host is a standby says less than why the primary is unreachable.
      if (failure === undefined || failure instanceof IsStandby) failure = error
    }
  }
  throw failure
}

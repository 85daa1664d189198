import type { IncomingHttpHeaders } from 'node:http'

/** Requests by their headers, which each request has for itself. */
const known = new WeakSet<IncomingHttpHeaders>()

/** Route config of endpoints that ask nobody for credentials, so that none make a caller known. */
export interface OpenRoute {
  isOpen?: boolean
}

/** The request has right credentials: it counts for its user, key or organization, and not for its address. */
export const noteKnownCaller = ({ headers }: { headers: IncomingHttpHeaders }): void =>
  void known.add(headers)

export const hasKnownCaller = ({ headers }: { headers: IncomingHttpHeaders }): boolean => known.has(headers)

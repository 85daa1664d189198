import type { IncomingHttpHeaders } from 'node:http'

/** Requests by their headers, which each request has for itself. */
const known = new WeakSet<IncomingHttpHeaders>()

/** The request has right credentials: it counts for its user, key or organization, and not for its address. */
export const noteKnownCaller = ({ headers }: { headers: IncomingHttpHeaders }): void =>
  void known.add(headers)

export const hasKnownCaller = ({ headers }: { headers: IncomingHttpHeaders }): boolean => known.has(headers)

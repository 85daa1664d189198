/** As reported by clients of this family. */
export type PresenceStatus = 'active' | 'idle'

/** The last report of one client; times are epoch seconds. */
export interface ClientPresence {
  status: PresenceStatus
  timestamp: number
}

/** One person's reports, by client name. */
export type PersonPresence = ReadonlyMap<string, ClientPresence>

/** A client that has not reported for this long is away. */
export const STALE_SECONDS = 70
/** Older presences are not shown. */
export const RECENT_SECONDS = 14 * 86_400
/** People have few devices, but a script could send any number of client names. */
const CLIENTS_KEPT = 8

/** Adds a report to a person's presence. `isNews`: notify others at once. */
export function notePresence(
  known: PersonPresence | undefined,
  client: string,
  now: ClientPresence,
): { presence: PersonPresence; isNews: boolean } {
  const last = known?.get(client)
  const isStale = last !== undefined && now.timestamp - last.timestamp > STALE_SECONDS
  const wasIdle = last?.status === 'idle'
  const cameOnline = now.status === 'active' && (isStale || wasIdle)
  // Two windows of one client, one of them idle, must not make the status flicker.
  if (last && !isStale && !wasIdle && now.status !== last.status) return { presence: known!, isNews: false }
  const clients = [...(known ?? [])].filter(([name]) => name !== client)
  const newest = clients.sort(([, one], [, other]) => one.timestamp - other.timestamp).slice(1 - CLIENTS_KEPT)
  return { presence: new Map([...newest, [client, now]]), isNews: last === undefined || cameOnline }
}

/** The report that represents the person: that of the client that reported last. */
export function newestOf(presence: PersonPresence): [client: string, news: ClientPresence] | undefined {
  let newest: [string, ClientPresence] | undefined
  for (const entry of presence) if (!newest || entry[1].timestamp >= newest[1].timestamp) newest = entry
  return newest
}

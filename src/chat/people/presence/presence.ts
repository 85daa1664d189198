/** As clients of this family tell it. */
export type PresenceStatus = 'active' | 'idle'

/** What one program of somebody said last; times are epoch seconds. */
export interface ClientPresence {
  status: PresenceStatus
  timestamp: number
}

/** Of one person, by the name of the program. */
export type PersonPresence = ReadonlyMap<string, ClientPresence>

/** A program that has not said anything for so long is away. */
export const STALE_SECONDS = 70
/** After this, nobody wants to know any more. */
export const FORGOTTEN_SECONDS = 14 * 86_400
/** A person has few devices; a script could make up any number of names. */
const CLIENTS_KEPT = 8

/** The newest news of a person. `told`: others should hear of it at once. */
export function notePresence(
  known: PersonPresence | undefined,
  client: string,
  now: ClientPresence,
): { presence: PersonPresence; told: boolean } {
  const last = known?.get(client)
  const isStale = last !== undefined && now.timestamp - last.timestamp > STALE_SECONDS
  const wasIdle = last?.status === 'idle'
  const cameOnline = now.status === 'active' && (isStale || wasIdle)
  // Two windows of one program, one of them idle, must not make somebody flicker.
  if (last && !isStale && !wasIdle && now.status !== last.status) return { presence: known!, told: false }
  const clients = [...(known ?? [])].filter(([name]) => name !== client)
  const newest = clients.sort(([, one], [, other]) => one.timestamp - other.timestamp).slice(1 - CLIENTS_KEPT)
  return { presence: new Map([...newest, [client, now]]), told: last === undefined || cameOnline }
}

/** What the program said last: the one whose news is newest stands for the person. */
export function newestOf(presence: PersonPresence): [client: string, news: ClientPresence] | undefined {
  let newest: [string, ClientPresence] | undefined
  for (const entry of presence) if (!newest || entry[1].timestamp >= newest[1].timestamp) newest = entry
  return newest
}

/** What is known after a trial of the telephony. The checker sees nothing else. */
export interface PhoneEvidence {
  /** of each user who changed their status: all values, in the order in which they were set */
  statuses: ReadonlyMap<string, readonly string[]>
  texts: readonly TextAttempt[]
  /** the texts that the API lists in the conversation they were sent in */
  listed: readonly string[]
  /** those of them that the carrier has taken, and so delivered */
  carried: readonly string[]
  companies: readonly CompanyRecord[]
}

export interface TextAttempt {
  text: string
  state: 'acknowledged' | 'unknown'
}

export interface CompanyRecord {
  /** the users whose statuses concern it */
  users: readonly string[]
  sends: boolean
  /** of the owner, who hears everything */
  observer: SocketRecord
  sockets: readonly SocketRecord[]
}

export interface SocketRecord {
  name: string
  /** which conversations its user may see; undefined: all */
  conversations: readonly string[] | undefined
  /** the position of the log after which it began to listen */
  from: number
  events: readonly HeardEvent[]
  /** how often the server reported that events are gone */
  gaps: number
}

export interface HeardEvent {
  /** the position in the log of the company */
  eventId: number
  name: string
  /** of texts */
  conversation?: string
  direction?: string
  text?: string
  /** of statuses */
  user?: string
  status?: string
}

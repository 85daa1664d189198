import type { Tally } from '../../platform/limits/tally.ts'
import type { Texting } from '../texting/texting.ts'

/** The ways by which events leave the server, sockets and webhooks, and what clients may send by socket. */
export interface EventChannels extends Texting {
  /** authenticated sockets, by API key */
  readonly openSockets: Tally
  /** connections that have not authenticated yet, by network */
  readonly openStrangers: Tally
}

export const createEventChannels = (texting: Texting, openTally: (name: string) => Tally): EventChannels => ({
  ...texting,
  openSockets: openTally('sockets'),
  openStrangers: openTally('strangers'),
})

import type { CallParty, ExternalParty } from './pbx.ts'
import { formatAddress } from './pbx-address.ts'
import { trunkEndpoint } from './pbx-trunk.ts'

export const isExternal = (party: CallParty): party is ExternalParty => 'trunk' in party

/** Tells the parties of a call apart. */
export const formatParty = (party: CallParty) =>
  isExternal(party) ? `${trunkEndpoint(party.trunk)}/${party.number}` : formatAddress(party)

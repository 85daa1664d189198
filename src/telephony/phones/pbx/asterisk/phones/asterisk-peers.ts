import type { Logger } from '../../../../../platform/logging/log.ts'
import type { PbxAddress } from '../../pbx.ts'
import type { PeerRow, PhoneStore } from './phone-store.ts'

/** Another Asterisk. Each knows the others, so that a company's instances can call each other. */
export interface AsteriskPeer {
  readonly number: number
  /** host:port where its phones reach it, and the others too */
  readonly sipProxy: string
}

export interface PeerIntroduction {
  /** the number of the Asterisk that learns about the others */
  readonly self: number
  readonly peers: readonly AsteriskPeer[]
  /** with which one Asterisk proves to another who it is */
  secretOf(from: number, to: number): string
}

/** The phones of an address at another Asterisk, as they are dialled; undefined: they are this Asterisk's own. */
export type FindAtPeers = (address: PbxAddress) => Promise<readonly string[] | undefined>

/** The name of an Asterisk at the others. No phone has such a name. */
export const peerName = (number: number) => `asterisk-${number}`

/** Calls within an Asterisk do not depend on the others. */
export async function meetPeers(
  phones: PhoneStore,
  introduction: PeerIntroduction,
  log: Logger,
): Promise<void> {
  try {
    await introducePeers(phones, introduction)
  } catch (error) {
    // Alone it may have a database from before there were others.
    const level = introduction.peers.length > 0 ? 'error' : 'debug'
    log[level](
      { err: error },
      'could not configure the other Asterisks as peers; write the configuration again',
    )
  }
}

/** Stores the other Asterisks where Asterisk reads its phones: it needs neither new files nor a restart. */
async function introducePeers(
  phones: PhoneStore,
  { self, peers, secretOf }: PeerIntroduction,
): Promise<void> {
  const rows = peers.map(
    ({ number, sipProxy }): PeerRow => ({
      id: peerName(number),
      sip_proxy: sipProxy,
      secret: secretOf(number, self),
      own_name: peerName(self),
      own_secret: secretOf(self, number),
    }),
  )
  for (const id of await phones.listPeers()) {
    if (!rows.some((row) => row.id === id)) await phones.removePeer(id)
  }
  for (const row of rows) await phones.putPeer(row)
}

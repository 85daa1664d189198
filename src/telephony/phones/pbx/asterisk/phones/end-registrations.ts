import { setTimeout as pause } from 'node:timers/promises'
import type { PbxAddress } from '../../pbx.ts'
import { formatAddress } from '../../pbx-address.ts'
import { type Ari, ignoreMissing } from '../ari/ari.ts'
import { type AriChannel, addressOfChannel } from '../ari/ari-channel.ts'
import { findContacts } from './find-contacts.ts'

/** Longer than Asterisk takes from checking a secret to storing the registration, with a database that is fast. */
const IN_FLIGHT_MS = 100
const MAX_PAUSE_MS = 2000

/** Ends the registrations of an address. Its secret must have been changed before. */
export async function endRegistrations(
  ari: Ari,
  address: PbxAddress,
  { wasKnown }: { wasKnown: boolean },
): Promise<void> {
  if (wasKnown) await letOthersFinish(ari, address)
  for (const { id } of await findContacts(ari, formatAddress(address))) {
    const path = `asterisk/config/dynamic/res_pjsip/contact/${encodeURIComponent(id)}`
    await ari.call('DELETE', path).catch(ignoreMissing)
  }
}

/**
 * For a phone that is registering with the old secret right now. Asterisk reads its database one request at a time: when
 * it has read the phone again, no response with the old secret is on its way.
 */
async function letOthersFinish(ari: Ari, address: PbxAddress): Promise<void> {
  const begun = performance.now()
  await findContacts(ari, formatAddress(address))
  const tookMs = performance.now() - begun
  await pause(Math.min(Math.max(IN_FLIGHT_MS, 2 * tookMs), MAX_PAUSE_MS))
}

/** Hangs up the calls of an address. */
export async function endCalls(ari: Ari, address: PbxAddress): Promise<void> {
  const name = formatAddress(address)
  for (const channel of await ari.call<AriChannel[]>('GET', 'channels')) {
    const end = addressOfChannel(channel)
    if (!end || formatAddress(end) !== name) continue
    await ari.call('DELETE', `channels/${channel.id}`).catch(ignoreMissing)
  }
}

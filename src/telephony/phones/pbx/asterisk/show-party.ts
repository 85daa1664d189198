import type { CallerId } from '../../calls/call-plan.ts'
import type { Ari } from './ari.ts'

/** What a phone shows about the other end. The next message to the phone carries it. */
export async function showParty(ari: Ari, channel: string, { name, number }: CallerId): Promise<void> {
  for (const [part, value] of Object.entries({ name, num: number })) {
    await ari.call('POST', `channels/${channel}/variable`, { variable: `CONNECTEDLINE(${part},i)`, value })
  }
}

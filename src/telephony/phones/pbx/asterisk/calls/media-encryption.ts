import type { Logger } from '../../../../../platform/logging/log.ts'
import { hangUpCauses, partyOf } from '../../flow/call-plan.ts'
import type { CallParty, PbxEvent } from '../../pbx.ts'
import { type Ari, AriRefusal } from '../ari/ari.ts'
import { endChannel } from '../ari/end-channel.ts'
import type { RunningCall } from './running-calls.ts'

/** Reports whether the sound of each end of a call is encrypted, as Asterisk has agreed with the phone or provider. */
export function createMediaEncryption(ari: Ari, log: Logger, tell: (event: PbxEvent) => void) {
  async function report(
    { id, caller: address }: RunningCall,
    channel: string,
    party: CallParty,
  ): Promise<void> {
    const role = channel === id ? 'caller' : 'called'
    try {
      // What was agreed upon, not what the extension or trunk asks for.
      const variable = 'CHANNEL(rtp,secure)'
      const { value } = await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })
      tell({ kind: 'callEncryption', call: id, address, party, role, isEncrypted: value === '1' })
    } catch (error) {
      if (role === 'called' && error instanceof AriRefusal && error.status === 500) {
        // Asterisk lets a call go on in silence if the answer has none of the sound that was offered, such as that of a
        // provider without encryption to a trunk with it.
        log.warn({ party }, 'a call was answered without any sound that was offered; it ends')
        endChannel(ari, channel, hangUpCauses.failure)
        return
      }
      // Somebody has hung up: the history then says nothing of encryption.
      log.debug({ err: error }, 'it is not known whether a call is encrypted')
    }
  }

  return {
    /** The caller talks to the PBX itself. */
    answered: (call: RunningCall) => void report(call, call.id, call.caller),
    connected(call: RunningCall, leg: string): void {
      void report(call, call.id, call.caller)
      if (call.answeredBy) void report(call, leg, partyOf(call.answeredBy))
    },
  }
}

export type MediaEncryption = ReturnType<typeof createMediaEncryption>

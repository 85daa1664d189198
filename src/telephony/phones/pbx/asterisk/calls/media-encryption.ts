import type { Logger } from '../../../../../platform/logging/log.ts'
import { partyOf } from '../../flow/call-plan.ts'
import type { CallParty, PbxEvent } from '../../pbx.ts'
import type { Ari } from '../ari/ari.ts'
import type { RunningCall } from './running-calls.ts'

/** Reports whether the sound of each end of a call is encrypted, as Asterisk has agreed with the phone or provider. */
export function createMediaEncryption(ari: Ari, log: Logger, tell: (event: PbxEvent) => void) {
  async function report(
    { id, caller: address }: RunningCall,
    channel: string,
    party: CallParty,
  ): Promise<void> {
    try {
      // What was agreed upon, not what the extension or trunk asks for.
      const variable = 'CHANNEL(rtp,secure)'
      const { value } = await ari.call<{ value: string }>('GET', `channels/${channel}/variable`, { variable })
      const role = channel === id ? 'caller' : 'called'
      tell({ kind: 'callEncryption', call: id, address, party, role, isEncrypted: value === '1' })
    } catch (error) {
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

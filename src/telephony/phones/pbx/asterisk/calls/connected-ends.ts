import { type Ari, AriRefusal, ignoreMissing } from '../ari/ari.ts'
import type { CallRecordings } from './call-recordings.ts'
import type { HeldCalls } from './held-calls.ts'
import type { LegQuestions } from './leg-questions.ts'
import type { MediaEncryption } from './media-encryption.ts'
import { earlyBridgeOf, type RunningCall } from './running-calls.ts'

interface AriBridge {
  readonly channels: readonly string[]
}

export interface ConnectedEndsUse {
  readonly ari: Ari
  readonly held: HeldCalls
  readonly questions: LegQuestions
  readonly encryption: MediaEncryption
  readonly callRecordings: CallRecordings
}

/** Connects the two ends of calls, by bridges. */
export function createConnectedEnds({ ari, held, questions, encryption, callRecordings }: ConnectedEndsUse) {
  function endEarly(call: RunningCall): void {
    if (call.isEarly) void ari.call('DELETE', `bridges/${earlyBridgeOf(call.id)}`).catch(() => {})
    call.isEarly = false
  }

  return {
    async connect(call: RunningCall, leg: string, isCalling = false): Promise<void> {
      await questions.stop(leg)
      if (isCalling) await ari.call('POST', `channels/${leg}/answer`)
      await Promise.all([call.id, leg].map(held.stop))
      // A caller who comes from a menu hears the tone of ringing from Asterisk.
      await ari.call('DELETE', `channels/${call.id}/ring`)
      await ari.call('POST', `channels/${call.id}/answer`)
      const bridge = await ari.call<AriBridge>('GET', `bridges/${call.id}`).catch(ignoreMissing)
      // Keys are reported only with dtmf_events.
      if (!bridge) await ari.call('POST', `bridges/${call.id}`, { type: 'mixing,dtmf_events' })
      // A channel that is added again leaves the bridge first. If it is the only one, that ends the recording.
      const channel = bridge?.channels.includes(call.id) ? leg : `${call.id},${leg}`
      await ari.call('POST', `bridges/${call.id}/addChannel`, { channel })
      endEarly(call)
      encryption.connected(call, leg)
      return callRecordings.connected(call, leg)
    },
    /** Asterisk does not ring after music, which goes on. */
    async showRinging({ id }: RunningCall): Promise<void> {
      if (!held.isWaiting(id)) await ari.call('POST', `channels/${id}/ring`)
    },
    /** In a bridge of its own, since nobody has answered: after a restart, the call is placed again. */
    async connectEarly(call: RunningCall, leg: string): Promise<void> {
      const bridge = earlyBridgeOf(call.id)
      await ari.call('DELETE', `channels/${call.id}/ring`)
      // A caller who has been answered before needs no sign. Asterisk before 20.16 and 22.6 cannot give it.
      await ari.call('POST', `channels/${call.id}/progress`).catch(ignoreRefusal)
      await ari.call('POST', `bridges/${bridge}`, { type: 'mixing' }).catch(ignoreRefusal)
      call.isEarly = true
      await ari.call('POST', `bridges/${bridge}/addChannel`, { channel: `${call.id},${leg}` })
    },
    endEarly,
  }
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof AriRefusal)) throw error
}

import { runExclusive } from '../../../platform/run-exclusive.ts'
import { closeLostCalls, noteCall } from '../calls/note-call.ts'
import { receiveCallRecording } from '../calls/recordings/receive-call-recording.ts'
import type { Phones } from '../phones.ts'
import { noteTrunkStates } from '../trunks/note-trunk-states.ts'
import { receiveVoicemail } from '../voicemail/receive-voicemail.ts'
import { notePhoneEvent } from './note-phone-event.ts'
import type { PbxEvent } from './pbx.ts'

/** Stores the events of the PBX, those of a phone or call in their order: ringing, then in a call. */
export function createEventNotes(phones: Phones) {
  const { log, nodeId } = phones
  const noting = new Set<Promise<void>>()
  /** later events wait for this: a call that begins now must not be taken for a lost one */
  let closing: Promise<unknown> = Promise.resolve()

  function store(event: PbxEvent): Promise<void> {
    if (event.kind === 'callsInProgress') {
      const before = [...noting]
      const done = Promise.all(before).then(() => closeLostCalls(phones, event.calls))
      closing = done.catch(() => {})
      return done
    }
    if (event.kind === 'trunks') {
      return runExclusive(`${nodeId} states of trunks`, () => noteTrunkStates(phones, event.states))
    }
    const { domain, number } = event.address
    // A message names the caller, which is known once the beginning of the call is stored.
    const earlier = event.kind === 'recorded' || event.kind === 'callRecorded' ? Promise.all(noting) : closing
    return runExclusive(`${nodeId} events of ${number}@${domain}`, async () => {
      await earlier
      if (event.kind === 'registration' || event.kind === 'call') await notePhoneEvent(phones, event)
      else if (event.kind === 'recorded') await receiveVoicemail(phones, event)
      else if (event.kind === 'callRecorded') await receiveCallRecording(phones, event)
      else await noteCall(phones, event)
    })
  }

  return {
    note(event: PbxEvent): void {
      const done = store(event)
        .catch((error) => log.error({ err: error }, 'an event of the PBX was lost'))
        .finally(() => noting.delete(done))
      noting.add(done)
    },
    /** Resolves when nothing is being stored. */
    async settle(): Promise<void> {
      await Promise.all(noting)
    },
  }
}

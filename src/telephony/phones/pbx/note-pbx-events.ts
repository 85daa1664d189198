import { runExclusive } from '../../../platform/run-exclusive.ts'
import { closeLostCalls, noteCall } from '../calls/note-call.ts'
import { receiveCall } from '../calls/receive-call.ts'
import { noteRecordingState } from '../calls/recordings/note-recording-state.ts'
import { receiveCallRecording } from '../calls/recordings/receive-call-recording.ts'
import type { Phones } from '../phones.ts'
import { noteTrunkStates } from '../trunks/note-trunk-states.ts'
import { handleMessage } from '../voicemail/by-phone/handle-message.ts'
import { receiveVoicemail } from '../voicemail/receive-voicemail.ts'
import { formatParty } from './call-party.ts'
import { notePhoneEvent } from './note-phone-event.ts'
import type { PbxEvent } from './pbx.ts'

interface Lane {
  /** what is being stored */
  readonly noting: Set<Promise<void>>
  /** later events wait for this: a call that begins now must not be taken for a lost one */
  closing: Promise<unknown>
}

/** Stores the events of the PBX, those of a phone or call in their order: ringing, then in a call. */
export function createEventNotes(phones: Phones) {
  const { log, nodeId } = phones
  /** by the PBX: none waits for another, which may be slow */
  const lanes = new Map<string | undefined, Lane>()

  function laneOf(pbx: string | undefined): Lane {
    const lane = lanes.get(pbx) ?? { noting: new Set(), closing: Promise.resolve() }
    lanes.set(pbx, lane)
    return lane
  }

  function store(event: PbxEvent, lane: Lane): Promise<void> {
    const { noting, closing } = lane
    if (event.kind === 'callsInProgress') {
      const done = Promise.all(noting).then(() => closeLostCalls(phones, event))
      lane.closing = done.catch(() => {})
      return done
    }
    if (event.kind === 'trunks') {
      return runExclusive(`${nodeId} states of trunks`, () => noteTrunkStates(phones, event.states))
    }
    // A message names the caller, which is known once the beginning of the call is stored.
    const earlier = event.kind === 'recorded' || event.kind === 'callRecorded' ? Promise.all(noting) : closing
    return runExclusive(`${nodeId} ${event.pbx} events of ${formatParty(event.address)}`, async () => {
      await earlier
      if (event.kind === 'registration' || event.kind === 'call') await notePhoneEvent(phones, event)
      else if (event.kind === 'recorded') await receiveVoicemail(phones, event)
      else if (event.kind === 'callRecorded') await receiveCallRecording(phones, event)
      else if (event.kind === 'messageHandled') await handleMessage(phones, event)
      else if (event.kind === 'recordingState') await noteRecordingState(phones, event)
      else if (event.kind === 'callPlacedAlone') await receiveCall(phones, event)
      else await noteCall(phones, event)
    })
  }

  return {
    note(event: PbxEvent): void {
      const lane = laneOf(event.pbx)
      const done = store(event, lane)
        .catch((error) => log.error({ err: error }, 'an event of the PBX was lost'))
        .finally(() => lane.noting.delete(done))
      lane.noting.add(done)
    },
    /** Resolves when nothing is being stored. */
    async settle(): Promise<void> {
      await Promise.all([...lanes.values()].flatMap(({ noting }) => [...noting]))
    },
  }
}

import { runExclusive } from '../../platform/concurrency/run-exclusive.ts'
import { endLostOutgoing, noteOutsideCall, notifyLimit } from './calls/limits/notify-limit.ts'
import { closeLostCalls, noteCall } from './calls/note-call.ts'
import { receiveCall } from './calls/receive-call.ts'
import { noteRecordingState } from './calls/recordings/note-recording-state.ts'
import { receiveCallRecording } from './calls/recordings/receive-call-recording.ts'
import { closeLostConferenceCalls, noteConferenceCall } from './conferences/note-conference-call.ts'
import { noteRegistration } from './devices/note-registration.ts'
import { notePhoneEvent } from './extensions/accounts/note-phone-event.ts'
import { useFeature } from './feature-codes/use-feature.ts'
import { findName } from './name-directory/find-name.ts'
import { closeLostParkedCalls, noteParkedCall } from './parking/note-parked-call.ts'
import { formatParty } from './pbx/call-party.ts'
import type { CallPlacedAlone, PbxEvent, RecordedCall, RecordedMessage } from './pbx/pbx.ts'
import type { Phones } from './phones.ts'
import { closeLostQueueCalls, endAgentCall, noteCallback, noteQueueCall } from './queues/note-queue-calls.ts'
import { noteAgent } from './queues/sign-in.ts'
import { createTrunkStateNotes } from './trunks/note-trunk-states.ts'
import { handleMessage } from './voicemail/by-phone/handle-message.ts'
import { receiveVoicemail } from './voicemail/receive-voicemail.ts'

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

interface Lane {
  /** what is being stored, without what takes long: see `KeptEvent` */
  readonly noting: Set<Promise<void>>
  /** later events wait for this: a call that begins now must not be taken for a lost one */
  closing: Promise<unknown>
}

/** The PBX keeps what these report until it is stored here. Recordings can take long to fetch. */
type KeptEvent = (RecordedMessage | RecordedCall | CallPlacedAlone) & { readonly pbx?: string }

const isKept = (event: PbxEvent): event is KeptEvent =>
  event.kind === 'recorded' || event.kind === 'callRecorded' || event.kind === 'callPlacedAlone'

/** Stores the events of the PBX, those of a phone or call in their order: ringing, then in a call. */
export function createEventNotes(phones: Phones) {
  const { log, nodeId } = phones
  /** by the PBX: none waits for another, which may be slow */
  const lanes = new Map<string | undefined, Lane>()
  const noteTrunkStates = createTrunkStateNotes(phones)
  const keeping = new Set<Promise<void>>()
  const retries = new Set<NodeJS.Timeout>()
  function laneOf(pbx: string | undefined): Lane {
    const lane = lanes.get(pbx) ?? { noting: new Set(), closing: Promise.resolve() }
    lanes.set(pbx, lane)
    return lane
  }

  function store(event: Exclude<PbxEvent, KeptEvent>, lane: Lane): Promise<void> {
    const { noting, closing } = lane
    if (event.kind === 'callsInProgress') {
      const done = Promise.all(noting).then(async () => {
        await closeLostCalls(phones, event)
        await endLostOutgoing(phones, event)
        await closeLostQueueCalls(phones, event)
        await closeLostConferenceCalls(phones, event)
        await closeLostParkedCalls(phones, event)
      })
      lane.closing = done.catch(() => {})
      return done
    }
    if (event.kind === 'trunks') {
      return runExclusive(`${nodeId} states of trunks`, () => noteTrunkStates(event))
    }
    if (event.kind === 'agent' || event.kind === 'callback') {
      return runExclusive(`${nodeId} agents of ${event.companyId}`, () =>
        event.kind === 'agent' ? noteAgent(phones, event) : noteCallback(phones, event),
      )
    }
    // Both phones of a call tell its state.
    const whose = event.kind === 'recordingState' ? event.call : formatParty(event.address)
    return runExclusive(`${nodeId} ${event.pbx} events of ${whose}`, async () => {
      await closing
      if (event.kind === 'registration' || event.kind === 'call') await notePhoneEvent(phones, event)
      else if (event.kind === 'contact') await noteRegistration(phones, event)
      else if (event.kind === 'messageHandled') await handleMessage(phones, event)
      else if (event.kind === 'recordingState') await noteRecordingState(phones, event)
      else if (event.kind === 'outsideCall') await noteOutsideCall(phones, event)
      else if (event.kind === 'limitReached') await notifyLimit(phones, event)
      else if (event.kind === 'queueCall') await noteQueueCall(phones, event)
      else if (event.kind === 'conferenceCall') await noteConferenceCall(phones, event)
      else if (event.kind === 'parkedCall') await noteParkedCall(phones, event)
      else if (event.kind === 'feature') await useFeature(phones, event)
      else if (event.kind === 'nameSearch') await findName(phones, event)
      else {
        await noteCall(phones, event)
        await endAgentCall(phones, event)
      }
    })
  }

  function keep(event: KeptEvent, { noting, closing }: Lane): Promise<void> {
    // A message names the caller, which is known once the beginning of the call is stored.
    const earlier = Promise.all([closing, ...noting])
    return runExclusive(`${nodeId} ${event.pbx} kept for ${formatParty(event.address)}`, async () => {
      await earlier
      if (event.kind === 'recorded') await receiveVoicemail(phones, event)
      else if (event.kind === 'callRecorded') await receiveCallRecording(phones, event)
      else await receiveCall(phones, event)
    })
  }

  function keepUntilStored(event: KeptEvent, pauseMs = FIRST_PAUSE_MS): void {
    const done = keep(event, laneOf(event.pbx))
      .catch((error) => {
        // Log it once, not at each attempt.
        const level = pauseMs === FIRST_PAUSE_MS ? 'warn' : 'debug'
        log[level]({ err: error, kind: event.kind }, 'could not store what the PBX keeps; trying again')
        const retry = setTimeout(() => {
          retries.delete(retry)
          keepUntilStored(event, Math.min(2 * pauseMs, MAX_PAUSE_MS))
        }, pauseMs)
        retries.add(retry)
      })
      .finally(() => keeping.delete(done))
    keeping.add(done)
  }

  function noteInOrder(event: Exclude<PbxEvent, KeptEvent>): void {
    const lane = laneOf(event.pbx)
    const done = store(event, lane)
      .catch((error) => log.error({ err: error }, 'an event of the PBX was lost'))
      .finally(() => lane.noting.delete(done))
    lane.noting.add(done)
  }

  return {
    note: (event: PbxEvent): void => (isKept(event) ? keepUntilStored(event) : noteInOrder(event)),
    /** Resolves when nothing is being stored. What failed is reported again by the PBX when it is started. */
    async settle(): Promise<void> {
      await Promise.all([...keeping, ...[...lanes.values()].flatMap(({ noting }) => [...noting])])
      for (const retry of retries) clearTimeout(retry)
      retries.clear()
    },
  }
}

import { instancesTable } from '../company/instances/instances-table.ts'
import { noteCall } from '../phones/calls/note-call.ts'
import { receiveCallRecording } from '../phones/calls/recordings/receive-call-recording.ts'
import type { CalledOutcome, CallResult } from '../phones/pbx/flow/call-outcomes.ts'
import type { CallParty } from '../phones/pbx/pbx.ts'
import { receiveVoicemail } from '../phones/voicemail/receive-voicemail.ts'
import type { Telephony } from '../telephony.ts'
import type { DemoCompany } from './create-demo-companies.ts'
import { demoConversation, demoMelody } from './demo-sounds.ts'
import { MAIN_NUMBER } from './fill-demo-routing.ts'

/** An extension, or somebody outside. */
type DemoParty = number | { number: string; name: string }

interface DemoCall {
  /** hours before now */
  ago: number
  from: DemoParty
  to: DemoParty
  outcome: CalledOutcome
  result: CallResult
  seconds: number
  /** what the caller leaves: the frequencies of a melody */
  message?: readonly number[]
  /** the whole conversation */
  isRecorded?: true
}

const HOUR_MS = 3_600_000
const RING_MS = 6_000

const hank = { number: '+12025550199', name: 'Globex' }
const maria = { number: '+12025550143', name: 'Maria Lopez' }
const tom = { number: '+12025550177', name: 'Tom Baker' }
const stranger = { number: '+12025550165', name: '' }

const answered = { outcome: 'answered', result: 'answered' } as const
const missed = { outcome: 'no_answer', result: 'no_answer', seconds: 0 } as const

/** The conversations of customers are those that the texts and the fax of the demo mention. */
const calls: readonly DemoCall[] = [
  { ago: 97.5, from: hank, to: 1001, ...answered, seconds: 24, isRecorded: true },
  { ago: 74, from: 1001, to: 1002, ...answered, seconds: 184 },
  { ago: 51, from: 1002, to: 1001, outcome: 'busy', result: 'busy', seconds: 0 },
  {
    ago: 50.5,
    from: 1002,
    to: 1001,
    outcome: 'no_answer',
    result: 'voicemail',
    seconds: 12,
    message: [523, 659, 784, 1047, 784, 659, 523, 523],
  },
  { ago: 49.8, from: maria, to: 1001, ...missed },
  { ago: 27, from: 1003, to: 1002, ...answered, seconds: 42 },
  { ago: 26, from: stranger, to: 1002, ...answered, seconds: 16 },
  {
    ago: 5,
    from: 1001,
    to: 1002,
    outcome: 'no_answer',
    result: 'voicemail',
    seconds: 9,
    message: [784, 659, 587, 523, 587, 659, 659, 659],
  },
  {
    ago: 4,
    from: tom,
    to: 1002,
    outcome: 'no_answer',
    result: 'voicemail',
    seconds: 7,
    message: [659, 587, 523, 440, 523, 587],
  },
  { ago: 3.5, from: 1002, to: tom, ...answered, seconds: 32, isRecorded: true },
  {
    ago: 2,
    from: 1003,
    to: 1001,
    outcome: 'unavailable',
    result: 'voicemail',
    seconds: 8,
    message: [440, 494, 554, 587, 659, 740, 831, 880],
  },
  { ago: 1.5, from: stranger, to: 1001, ...missed },
  { ago: 0.5, from: 1002, to: 1001, ...answered, seconds: 95 },
]

/** Days of calls, recordings and voicemail, stored as the PBX would have reported them. `trunk`: the way outside. */
export async function fillDemoCalls(
  telephony: Telephony,
  { company, instanceUuid }: DemoCompany,
  trunk: string,
): Promise<void> {
  const { domain } = (await instancesTable.find(telephony.database.read, {
    company_id: company.id,
    uuid: instanceUuid,
  }))!
  const partyOf = (one: DemoParty): CallParty =>
    typeof one === 'number' ? { domain, number: one } : { trunk, ...one }
  const now = telephony.clock.now()
  for (const [index, { ago, from, to, outcome, result, seconds, ...rest }] of calls.entries()) {
    const began = now - ago * HOUR_MS
    const at = (time: number): Telephony => ({ ...telephony, clock: { now: () => time } })
    const call = `demo-${index}`
    const address = partyOf(from)
    const called = partyOf(to)
    const dialled = typeof from === 'number' ? dialledFor(to) : MAIN_NUMBER
    await noteCall(at(began), { kind: 'callBegan', call, address, dialled })
    await noteCall(at(began + RING_MS), { kind: 'phoneCalled', call, address, called, outcome })
    const ended = at(began + RING_MS + seconds * 1000)
    await noteCall(ended, { kind: 'callEnded', call, address, result })
    const here = { domain, number: typeof to === 'number' ? to : (from as number) }
    const remove = async () => {}
    const { message, isRecorded } = rest
    if (message) {
      const read = async () => demoMelody(message)
      await receiveVoicemail(ended, { kind: 'recorded', address: here, call, recording: call, read, remove })
    }
    if (isRecorded) {
      const read = async () => demoConversation(seconds)
      await receiveCallRecording(ended, { kind: 'callRecorded', address: here, call, read, remove })
    }
  }
}

const dialledFor = (to: DemoParty) => (typeof to === 'number' ? String(to) : to.number)

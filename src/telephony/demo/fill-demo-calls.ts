import { instancesTable } from '../company/instances/instances-table.ts'
import { noteCall } from '../phones/calls/note-call.ts'
import type { CalledOutcome, CallResult } from '../phones/pbx/flow/call-outcomes.ts'
import { receiveVoicemail } from '../phones/voicemail/receive-voicemail.ts'
import type { Telephony } from '../telephony.ts'
import type { DemoCompany } from './create-demo-companies.ts'

const RATE = 8000

const NOTE_SECONDS = 0.4

interface DemoCall {
  /** hours before now */
  ago: number
  from: number
  to: number
  outcome: CalledOutcome
  result: CallResult
  seconds: number
  /** what the caller leaves: the frequencies of a melody */
  message?: readonly number[]
}

const HOUR_MS = 3_600_000
const RING_MS = 6_000

const calls: readonly DemoCall[] = [
  { ago: 74, from: 1001, to: 1002, outcome: 'answered', result: 'answered', seconds: 184 },
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
  { ago: 27, from: 1003, to: 1002, outcome: 'answered', result: 'answered', seconds: 42 },
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
    ago: 2,
    from: 1003,
    to: 1001,
    outcome: 'unavailable',
    result: 'voicemail',
    seconds: 8,
    message: [440, 494, 554, 587, 659, 740, 831, 880],
  },
  { ago: 0.5, from: 1002, to: 1001, outcome: 'answered', result: 'answered', seconds: 95 },
]

/** Days of calls and voicemail, stored as the PBX would have reported them. */
export async function fillDemoCalls(
  telephony: Telephony,
  { company, instanceUuid }: DemoCompany,
): Promise<void> {
  const { domain } = (await instancesTable.find(telephony.database.read, {
    company_id: company.id,
    uuid: instanceUuid,
  }))!
  const now = telephony.clock.now()
  for (const [index, { ago, from, to, outcome, result, seconds, message }] of calls.entries()) {
    const began = now - ago * HOUR_MS
    const at = (time: number): Telephony => ({ ...telephony, clock: { now: () => time } })
    const call = `demo-${index}`
    const address = { domain, number: from }
    const called = { domain, number: to }
    await noteCall(at(began), { kind: 'callBegan', call, address, dialled: String(to) })
    await noteCall(at(began + RING_MS), { kind: 'phoneCalled', call, address, called, outcome })
    const ended = at(began + RING_MS + seconds * 1000)
    await noteCall(ended, { kind: 'callEnded', call, address, result })
    if (!message) continue
    await receiveVoicemail(ended, {
      kind: 'recorded',
      address: called,
      call,
      recording: call,
      read: async () => demoMelody(message),
      remove: async () => {},
    })
  }
}

/** A WAV file of 16 bits at 8 kHz, as the PBX records, that plays these frequencies one after the other. */
function demoMelody(frequencies: readonly number[]): Buffer {
  const samplesPerNote = RATE * NOTE_SECONDS
  const samples = new Int16Array(frequencies.length * samplesPerNote)
  for (const [index, frequency] of frequencies.entries()) {
    for (let at = 0; at < samplesPerNote; at += 1) {
      // Each note fades out, so that there is no click between two.
      const loudness = 12_000 * (1 - at / samplesPerNote)
      samples[index * samplesPerNote + at] = loudness * Math.sin((2 * Math.PI * frequency * at) / RATE)
    }
  }
  const sound = Buffer.from(samples.buffer)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length, 40)
  return Buffer.concat([header, sound])
}

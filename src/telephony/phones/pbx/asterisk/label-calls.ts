import type { PbxEvent } from '../pbx.ts'
import { labelOfPbx } from '../pbx-of-call.ts'

/** Two Asterisks can give their calls the same id, so ids from all but the first get its number as a prefix. */
export function labelCalls(asterisk: number, event: PbxEvent): PbxEvent {
  if (asterisk === 1) return event
  const pbx = String(asterisk)
  const label = (name: string) => labelOfPbx(pbx, name)
  switch (event.kind) {
    case 'registration':
    case 'call':
    case 'trunks':
    case 'recordingState':
      return { ...event, pbx }
    case 'callsInProgress':
      return { ...event, pbx, calls: event.calls.map(label) }
    case 'recorded':
      return { ...event, pbx, call: label(event.call), recording: label(event.recording) }
    default:
      return { ...event, pbx, call: label(event.call) }
  }
}

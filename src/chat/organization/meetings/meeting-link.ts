import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

export const MEETING_NAME_LIMIT = 200
const MAX_LINK_LENGTH = 4_000

/** What a link to a meeting says. It is in the link, and signed: nobody can enter other meetings of the same server. */
export interface Meeting {
  readonly realm: number
  readonly id: string
  readonly name: string
  readonly voiceOnly: boolean
  /** the id of the user who made the link, and moderates the meeting */
  readonly moderator: number
}

export const newMeetingId = () => `switchboard-${randomBytes(16).toString('hex')}`

export function signMeeting(secrets: Secrets, meeting: Meeting): string {
  const text = Buffer.from(JSON.stringify(meeting)).toString('base64url')
  return `${text}.${proofOf(secrets, text)}`
}

/** undefined: this server has not signed it. */
export function openMeeting(secrets: Secrets, signed: string): Meeting | undefined {
  const [text, proof, ...more] = signed.length > MAX_LINK_LENGTH ? [] : signed.split('.')
  if (text === undefined || proof === undefined || more.length > 0) return undefined
  const [given, expected] = [Buffer.from(proof), Buffer.from(proofOf(secrets, text))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Meeting
}

/** What enters a meeting as moderator or attendee on servers that do not know roles yet. */
export const meetingPassword = (secrets: Secrets, { id }: Meeting, role: 'moderator' | 'attendee') =>
  secrets.sign(`BigBlueButton ${role} ${id}`).slice(0, 32)

const proofOf = (secrets: Secrets, text: string) => secrets.sign(`BigBlueButton link ${text}`)

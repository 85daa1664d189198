import { bigBlueButtonUrl, createBigBlueButtonMeeting } from '../../../platform/outgoing/bigbluebutton.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Actor } from '../../identity/users/user.ts'
import {
  MEETING_NAME_LIMIT,
  type Meeting,
  meetingPassword,
  newMeetingId,
  openMeeting,
  signMeeting,
} from './meeting-link.ts'

export const JOIN_PATH = '/calls/bigbluebutton/join'

/** A link for a message. The meeting begins when somebody follows it. */
export function makeMeetingLink(
  { config, secrets }: ChatPlatform,
  { realm, user }: Actor,
  name: string,
  voiceOnly: boolean,
): string {
  if (!config.bigBlueButton) throw notConfigured()
  if (name.trim() === '') throw badRequest('meeting_name cannot be empty')
  if (name.length > MEETING_NAME_LIMIT) {
    throw badRequest(`meeting_name is too long (limit: ${MEETING_NAME_LIMIT} characters)`)
  }
  const meeting = { realm: realm.id, id: newMeetingId(), name: name.trim(), voiceOnly, moderator: user.id }
  return `${realmUri(config.publicUrl, realm)}${JOIN_PATH}?bigbluebutton=${signMeeting(secrets, meeting)}`
}

/** Creates the meeting unless it goes on already, and returns the address where this person enters it. */
export async function joinMeeting(
  { config, secrets, log }: ChatPlatform,
  { realm, user }: Actor,
  signed: string,
): Promise<string> {
  const { bigBlueButton: settings } = config
  if (!settings) throw notConfigured()
  const meeting = openMeeting(secrets, signed)
  if (meeting?.realm !== realm.id) throw badRequest('This link to a meeting is not valid')
  const passwords = {
    moderatorPW: meetingPassword(secrets, meeting, 'moderator'),
    attendeePW: meetingPassword(secrets, meeting, 'attendee'),
  }
  await createBigBlueButtonMeeting(settings, { ...meetingOf(meeting), ...passwords }).catch((error) => {
    log.warn({ reason: (error as Error).message }, 'a meeting could not be created')
    throw new ChatError('The server for video calls does not respond as it should', { status: 502 })
  })
  const isModerator = meeting.moderator === user.id
  return bigBlueButtonUrl(settings, 'join', {
    meetingID: meeting.id,
    fullName: user.full_name,
    role: isModerator ? 'MODERATOR' : 'VIEWER',
    password: isModerator ? passwords.moderatorPW : passwords.attendeePW,
    userID: String(user.id),
  })
}

const meetingOf = ({ id, name, voiceOnly }: Meeting): Record<string, string> => ({
  meetingID: id,
  name,
  ...(voiceOnly && { lockSettingsDisableCam: 'true' }),
})

const notConfigured = () => badRequest('BigBlueButton is not configured.')

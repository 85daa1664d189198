import { Type } from '@sinclair/typebox'
import { UserNoticeSchema } from '../company/contacts/user-notice-events.ts'
import type { EventDeclaration } from '../event-declaration.ts'
import { FaxSchema } from '../fax/faxes/fax-events.ts'
import { CallsSeenSchema, CdrSchema } from '../phones/calls/call-events.ts'
import { ReachedLimitSchema } from '../phones/calls/limits/limit-events.ts'
import { RecordingStateSchema } from '../phones/calls/recordings/recording-events.ts'
import { ConferenceUpdatedSchema } from '../phones/conferences/conference-events.ts'
import { ImportSchema } from '../phones/imports/background/extension-import-events.ts'
import { ParkingUpdatedSchema } from '../phones/parking/parking-events.ts'
import { QueueUpdatedSchema } from '../phones/queues/queue-events.ts'
import { TrunkSchema } from '../phones/trunks/trunk-events.ts'
import { VoicemailSchema } from '../phones/voicemail/voicemail-events.ts'
import { UserStatusEventSchema } from '../status/user-status-events.ts'
import { textingEvents } from '../texting/texting-events-schema.ts'
import { clientEvents } from './sockets/client-events.ts'
import { PresencesUpdatedSchema } from './sockets/push-presences.ts'
import { UnauthorizedSchema } from './sockets/refuse-socket.ts'
import { AuthenticatedSchema, EventsMissedSchema, ProblemSchema } from './sockets/socket-events-schema.ts'
import { CredentialsSchema } from './sockets/socket-identity.ts'

const SubscriberSchema = Type.Object(
  {
    extension_id: Type.String(),
    number: Type.Integer(),
    pbx: Type.String({ description: 'The uuid of the instance.' }),
    state: Type.Union(['AUTHENTICATED', 'UNAUTHENTICATED', 'SLEEPING'].map((state) => Type.Literal(state))),
    call_status: Type.Union(['idle', 'ringing', 'in_call', 'on_hold'].map((status) => Type.Literal(status))),
  },
  { additionalProperties: false },
)

/** Events of a company: pushed to sockets with their position in the log, and sent to webhooks. */
export const companyEvents: readonly EventDeclaration[] = [
  ...textingEvents,
  {
    name: 'user_status_updated',
    description: "A user's effective status changed. For everybody in the company.",
    payload: UserStatusEventSchema,
  },
  {
    name: 'user.notice',
    description: 'Somebody else changed the extension or the numbers of a user. For this user.',
    payload: UserNoticeSchema,
  },
  {
    name: 'extension.subscriber.updated',
    description: 'A phone registered or unregistered, or the state of its call changed. For everyone.',
    payload: SubscriberSchema,
  },
  {
    name: 'trunk.state.updated',
    description: 'A trunk works now, or no longer. For the owner.',
    payload: TrunkSchema,
  },
  {
    name: 'call.emergency',
    description: 'Somebody is calling an emergency number. For the owner.',
    payload: CdrSchema,
  },
  {
    name: 'call.limit_reached',
    description:
      'Calls to numbers outside are refused, because a limit is reached. For the owner, once in 24 hours for each limit.',
    payload: ReachedLimitSchema,
  },
  {
    name: 'import.updated',
    description:
      'An import in the background has begun, made progress or ended. For who started it and the owner.',
    payload: ImportSchema,
  },
  {
    name: 'queue.updated',
    description:
      'A caller has come into line or left it, or an agent has signed in or out. For the users of its members and the owner.',
    payload: QueueUpdatedSchema,
  },
  {
    name: 'conference.updated',
    description:
      'Somebody has come into a conference room or left it. For the users of its moderators and the owner.',
    payload: ConferenceUpdatedSchema,
  },
  {
    name: 'parking.updated',
    description: 'A call was parked, picked up or given back, or its caller has hung up. For everyone.',
    payload: ParkingUpdatedSchema,
  },
  {
    name: 'call.recording.updated',
    description:
      'The recording of a call has begun or ended, or a call has begun that the extension may record. For the user of the extension and the owner.',
    payload: RecordingStateSchema,
  },
  {
    name: 'call.ended',
    description: 'A call has ended, answered or not. For its parties and the owner.',
    payload: CdrSchema,
  },
  {
    name: 'call.seen.updated',
    description: 'A user has looked at their calls: those until a time are no longer new. For this user.',
    payload: CallsSeenSchema,
  },
  {
    name: 'voicemail.message.new',
    description: 'A caller has left a message. For the user of the extension and the owner.',
    payload: VoicemailSchema,
  },
  {
    name: 'voicemail.message.updated',
    description: 'A voicemail message was marked as read or unread. For its user and the owner.',
    payload: VoicemailSchema,
  },
  {
    name: 'voicemail.message.delete',
    description: 'A voicemail message was deleted. For its user and the owner.',
    payload: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  },
  {
    name: 'fax.message.new',
    description: 'A fax was received, or queued for sending. For everyone.',
    payload: FaxSchema,
  },
  {
    name: 'fax.message.updated',
    description: 'A fax was read, or its status changed. For everyone.',
    payload: FaxSchema,
  },
  {
    name: 'fax.message.delete',
    description: 'A fax was deleted. For everyone.',
    payload: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  },
]

/** Pushed to sockets that ask for it. Webhooks get none. */
export const changeEvents: readonly EventDeclaration[] = [
  {
    name: 'changed',
    description:
      'Objects of a kind were created, changed or deleted: read their list again. For sockets that authenticated with `changes`: all users are notified about the company, its users, locations, extensions, blocked callers, texting contacts and numbers, and fax destinations. Owners and administrators are notified about everything.',
    payload: Type.Object(
      {
        kind: Type.String({
          description: 'Such as `extension`; the beginning of the action in the audit trail.',
        }),
      },
      { additionalProperties: false },
    ),
  },
]

/** Pushed to the same sockets, without a position: they are not in the log. */
export const liveEvents: readonly EventDeclaration[] = [
  {
    name: 'user_presence_updated',
    description:
      'Users have come online in the chat, or have gone. For sockets that authenticated with `changes`, soon after it happens; an active user who becomes idle is noticed within a minute. It is not repeated after an interruption: read the statuses of users again.',
    payload: PresencesUpdatedSchema,
  },
]

/** Events about the socket itself. */
export const sessionEvents: readonly EventDeclaration[] = [
  {
    name: 'authenticated',
    description: 'Authentication succeeded. Events are delivered from now on.',
    payload: AuthenticatedSchema,
  },
  {
    name: 'unauthorized',
    description: 'Authentication failed, timed out or is no longer valid. The server disconnects.',
    payload: UnauthorizedSchema,
  },
  {
    name: 'events.missed',
    description: 'Some events since last_event_id are no longer stored: fetch the state again.',
    payload: EventsMissedSchema,
  },
  {
    name: 'exception',
    description:
      'What the client has sent could not be done, and it had given no acknowledgement to tell so. Before `authenticated`, with status 429 or 503: the server is busy and hangs up; come back with the same token.',
    payload: ProblemSchema,
  },
]

/** What a client may send. */
export const eventsOfClients: readonly EventDeclaration[] = [
  {
    name: 'authenticate',
    description: 'Authenticates the client: once, within 5 seconds of connecting.',
    payload: CredentialsSchema,
  },
  ...clientEvents,
]

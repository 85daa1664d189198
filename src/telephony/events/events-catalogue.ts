import { Type } from '@sinclair/typebox'
import type { EventDeclaration } from '../event-declaration.ts'
import { FaxSchema } from '../fax/faxes/fax-view.ts'
import { UserStatusEventSchema } from '../status/user-status-view.ts'
import { textingEvents } from '../texting/texting-events-schema.ts'
import { clientEvents } from './sockets/client-events.ts'
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
    name: 'extension.subscriber.updated',
    description: 'A phone registered, went away, or changed the state of its call. For everybody.',
    payload: SubscriberSchema,
  },
  {
    name: 'fax.message.new',
    description: 'A fax came in, or was given to the server to send. For everybody.',
    payload: FaxSchema,
  },
  {
    name: 'fax.message.updated',
    description: 'A fax was read, or got further on its way. For everybody.',
    payload: FaxSchema,
  },
  {
    name: 'fax.message.delete',
    description: 'A fax was deleted. For everybody.',
    payload: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  },
]

/** Events about the socket itself. */
export const sessionEvents: readonly EventDeclaration[] = [
  {
    name: 'authenticated',
    description: 'Authentication succeeded: from now on events are delivered.',
    payload: AuthenticatedSchema,
  },
  {
    name: 'unauthorized',
    description: 'Authentication failed, came too late, or is not valid any more. The server hangs up.',
    payload: UnauthorizedSchema,
  },
  {
    name: 'events.missed',
    description: 'Some of the events since last_event_id are not kept any more: read the state anew.',
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
    description: 'Who the client is: once, within 5 seconds of connecting.',
    payload: CredentialsSchema,
  },
  ...clientEvents,
]

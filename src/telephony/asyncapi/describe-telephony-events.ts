import { Type } from '@sinclair/typebox'
import { VERSION } from '../../platform/program.ts'
import type { EventDeclaration } from '../event-declaration.ts'
import {
  changeEvents,
  companyEvents,
  eventsOfClients,
  liveEvents,
  sessionEvents,
} from '../events/events-catalogue.ts'
import { ProblemSchema, PushNoteSchema } from '../events/sockets/socket-events-schema.ts'

/** The part of AsyncAPI 3.0 that we write. */
export interface AsyncApiDocument {
  asyncapi: '3.0.0'
  info: object
  defaultContentType: string
  servers: Record<string, object>
  channels: Record<string, object>
  operations: Record<string, AsyncOperation>
  components: { messages: Record<string, AsyncMessage>; securitySchemes: Record<string, object> }
}

export interface AsyncOperation {
  /** what the server sends, and what it receives */
  action: 'send' | 'receive'
  summary: string
  channel: Reference
  messages: Reference[]
  reply?: { channel: Reference; messages: Reference[] }
}

export interface AsyncMessage {
  name: string
  summary: string
  payload: object
  headers?: object
}

interface Reference {
  $ref: string
}

/** What the server sends. */
const sent = [...sessionEvents, ...companyEvents, ...changeEvents, ...liveEvents]

const channel: Reference = { $ref: '#/channels/socket' }
const messageOf = (key: string): Reference => ({ $ref: `#/channels/socket/messages/${key}` })
/** An event may go both ways under one name, with a payload for each direction. */
const keyOfClient = (name: string) => `client.${name}`

const AcknowledgementSchema = Type.Object(
  { error: Type.Optional(ProblemSchema) },
  { additionalProperties: false, description: 'Without an error, it succeeded.' },
)

/** The events of the WebSocket as an AsyncAPI document, generated from the declarations that the server uses. */
export function describeTelephonyEvents(): AsyncApiDocument {
  const messages = Object.fromEntries([
    ...sent.map((event) => [event.name, describeMessage(event)] as const),
    ...eventsOfClients.map((event) => [keyOfClient(event.name), describeMessage(event)] as const),
    [
      'acknowledgement',
      {
        name: 'acknowledgement',
        summary: 'The acknowledgement for a client that asked for one.',
        payload: AcknowledgementSchema,
      },
    ],
  ]) as Record<string, AsyncMessage>
  // TypeBox adds symbols of its own to schemas. They are not part of the document.
  return JSON.parse(
    JSON.stringify({
      asyncapi: '3.0.0',
      info: {
        title: 'Switchboard telephony events',
        version: VERSION,
        description,
        license: { name: 'MIT' },
      },
      defaultContentType: 'application/json',
      servers: {
        server: {
          host: 'localhost:9991',
          pathname: '/ws/',
          protocol: 'ws',
          description: 'A server on this machine. Elsewhere, use its public address with wss.',
          security: [{ $ref: '#/components/securitySchemes/token' }],
        },
      },
      channels: {
        socket: {
          address: '/ws/',
          title: 'The socket',
          description: 'Socket.IO 4, by websocket or polling: named events with a payload.',
          messages: Object.fromEntries(
            Object.keys(messages).map((key) => [key, { $ref: `#/components/messages/${key}` }]),
          ),
        },
      },
      operations: Object.fromEntries([
        ...sent.map(describeSending),
        ...eventsOfClients.map(describeReceiving),
      ]),
      components: {
        messages,
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'user',
            description: 'The API key, as `token` of the event `authenticate`.',
          },
        },
      },
    }),
  )
}

const description =
  'A client connects, sends `authenticate`, and hears from `authenticated` on what happens in its company, as far ' +
  'as its user may know of it. Beside the payload, as a second argument, travels the position of the event; a ' +
  'client that comes back names the last one it has seen as `last_event_id` and is told first what it missed.'

function describeMessage({ name, description: summary, payload }: EventDeclaration): AsyncMessage {
  const isPushed = [...companyEvents, ...changeEvents].some(
    (event) => event.name === name && event.payload === payload,
  )
  return { name, summary, payload, ...(isPushed && { headers: PushNoteSchema }) }
}

function describeSending({ name, description: summary }: EventDeclaration): [string, AsyncOperation] {
  return [`send.${name}`, { action: 'send', summary, channel, messages: [messageOf(name)] }]
}

function describeReceiving({ name, description: summary }: EventDeclaration): [string, AsyncOperation] {
  const answers =
    name === 'authenticate' ? ['authenticated', 'unauthorized'] : ['acknowledgement', 'exception']
  return [
    `receive.${name}`,
    {
      action: 'receive',
      summary,
      channel,
      messages: [messageOf(keyOfClient(name))],
      reply: { channel, messages: answers.map(messageOf) },
    },
  ]
}

import { type Static, Type } from '@sinclair/typebox'
import type { Fault } from '../../problem.ts'
import { Destination, RequiredDestination } from './destination-schema.ts'
import { forgetQueue } from './queue-tables.ts'
import { queueStrategies } from './ring-strategies.ts'
import { type RouteKind, routeSchemas } from './route-kind.ts'

/** A queue that nobody watches ends somewhere. */
const MAX_WAIT_SECONDS = 86_400

const fields = {
  members: Type.Array(RequiredDestination(), {
    maxItems: 100,
    description: 'The extensions whose users can sign in as agents, in this order.',
  }),
  strategy: Type.Union(
    queueStrategies.map((one) => Type.Literal(one)),
    { description: 'Which of the free agents rings next for the first caller in line.' },
  ),
  ring_time: Type.Integer({ minimum: 1, maximum: 120, description: 'Seconds for which an agent rings.' }),
  wrap_up_time: Type.Integer({
    minimum: 0,
    maximum: 3600,
    description: 'Seconds after a call of the queue in which the agent does not ring.',
  }),
  max_wait: Type.Integer({
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    description: 'Seconds after which a caller goes to `destination`; 0: no limit.',
  }),
  max_waiting: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: 'With as many callers in line, others go to `destination`; 0: no limit.',
  }),
  leave_when_empty: Type.Boolean({
    description: 'Callers go to `destination` while no agent is signed in.',
  }),
  destination: Destination('Where callers go who cannot wait (any longer); empty: the call ends.'),
  announce_interval: Type.Integer({
    minimum: 0,
    maximum: 600,
    description: 'Seconds after which callers hear their place in line again; 0: never.',
  }),
  callback: Type.Boolean({
    description: 'Callers can press 1 to hang up, keep their place in line and be called back.',
  }),
  music: Type.String({
    pattern: '^[\\w-]{1,80}$',
    title: 'the name of a class of music',
    description: 'The class of music that callers hear; see music on hold.',
  }),
  prefix: Type.String({ maxLength: 100, format: 'line', description: "Put before the caller's name." }),
  schedule: Destination(
    'The number of business hours: all members are signed in when it opens, and out when it closes.',
  ),
  service_level: Type.Integer({
    minimum: 1,
    maximum: 3600,
    description: 'Calls that are answered within as many seconds count for the service level.',
  }),
}

export type QueueSettings = Static<ReturnType<typeof Type.Object<typeof fields>>>

export const queues: RouteKind = {
  name: 'queue',
  path: 'queues',
  area: 'Queues',
  noun: 'queue',
  description: 'A number at which callers wait in line, with music, until an agent is free.',
  fields,
  defaults: {
    members: [],
    strategy: 'longest_idle',
    ring_time: 20,
    wrap_up_time: 0,
    max_wait: 0,
    max_waiting: 0,
    leave_when_empty: true,
    destination: '',
    announce_interval: 60,
    callback: false,
    music: 'default',
    prefix: '',
    schedule: '',
    service_level: 20,
  },
  faults(settings) {
    const { members } = settings as QueueSettings
    return members.flatMap((number, index): Fault[] =>
      members.indexOf(number) < index
        ? [{ pointer: `/members/${index}`, detail: `${number} is already a member` }]
        : [],
    )
  },
  forget: forgetQueue,
}

export const queueSchemas = routeSchemas(queues)

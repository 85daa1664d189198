import type { Figures } from './measured-figures.ts'

/** Not measured. The page shows each, so that readers can doubt it. */
interface Assumption {
  value: number
  text: string
  why: string
}

const of = (value: number, text: string, why: string): Assumption => ({ value, text, why })

export const assumptions = {
  people: of(10_000_000, '10,000,000', 'the question'),
  perOrganization: of(200, '200', 'people in an organization on average: 50,000 organizations'),
  largest: of(100_000, '100,000', 'people in the largest organization'),
  connected: of(0.3, '30 %', 'of all people have a client that waits for events, in the busiest hour'),
  active: of(0.1, '10 %', 'of all people are active at the same time, in the busiest hour'),
  secondsPerAction: of(20, '20 s', 'between two actions of an active person, as in `bench mix`'),
  switches: of(6.5, '6.5', 'channel switches per post (a fetch of the newest 100)'),
  scrolls: of(2, '2', 'scrolls per post (a fetch of 100 anywhere)'),
  marks: of(6.5, '6.5', 'marks as read per post'),
  extras: of(0.17, '0.17', 'reactions and edits per post'),
  searches: of(0.02, '0.02', 'searches per post'),
  audience: of(30, '30', 'connected clients receive a post, on average'),
  idle: of(0.3, '30 %', 'of the connected clients get no event for a minute, and so get a heartbeat'),
  postsPerDay: of(10, '10', 'posts per person and day, for the storage'),
  messageBytes: of(200, '200 B', 'text of a message'),
  deliveryBytes: of(1200, '1.2 KB', 'per event sent to a client or over Redis, with headers'),
  fetchBytes: of(60_000, '60 KB', 'per response with 100 messages'),
  uploads: of(0.05, '0.05', 'files of 300 KB per post'),
  uploadBytes: of(300_000, '300 KB', 'per file'),
  utilization: of(0.6, '60 %', 'of a core is what a process should use in the busiest hour'),
  nodesPerOrganization: of(3, '3', 'nodes serve an organization when the balancer hashes by its host'),
  applyMicroseconds: of(40, '40 µs', 'to apply an event on a node that has clients of its organization'),
  postgresWrites: of(
    5000,
    '5,000',
    'write transactions a second on one PostgreSQL with 16 cores and its own NVMe disk',
  ),
  postgresBytes: of(4e12, '4 TB', 'is the most that is practical to back up and restore in one piece'),
  redisCalls: of(100_000, '100,000', 'calls a second on one member of a Redis cluster'),
  connectionsPerNode: of(50_000, '50,000', 'connections per process: its own limit'),
} as const

/** Of a message of 200 characters on PostgreSQL, measured over 3,000 messages: each table with its indexes. */
export const storedBytes = { messages: 808, events: 1201, message_tokens: 980 } as const

/** Everything per second at the busiest hour, unless it says otherwise. */
export interface Calculated {
  organizations: number
  clients: number
  active: number
  posts: number
  actions: number
  deliveries: number
  heartbeats: number
  requests: number
  /** processor time, in cores that are fully used */
  cores: number
  /** processes, if each holds as many people as in the mix */
  processesByMix: number
  nodes: number
  nodesForConnections: number
  memoryGigabytes: number
  /** nodes that receive an event: when clients are spread over all of them, and when the balancer hashes by host */
  hearers: number
  hearersHashed: number
  coresOfHearing: number
  coresOfHearingHashed: number
  logWrites: number
  heartbeatWrites: number
  heartbeatWritesHashed: number
  otherWrites: number
  writes: number
  /** CPU time of PostgreSQL for them, in cores that are fully used */
  postgresCores: number
  shardsByWrites: number
  bytesPerDay: number
  fileBytesPerDay: number
  shardsByStorage: number
  redisCalls: number
  redisBytes: number
  redisMembers: number
  networkBytes: number
  postsOfLargest: number
  ceilingShare: number
  largestThatFits: number
}

const MICRO = 1e-6
/** Events are pruned when every queue has passed them. */
const bytesKept = storedBytes.messages + storedBytes.message_tokens
/** Heartbeats of an organization on a node that are due within a sixth of the time share a position of the log. */
const HEARTBEAT_SECONDS = 60
const SHARED_SECONDS = 10

/** `activity` multiplies what people do, not how many are connected. */
export function calculate(figures: Figures, activity = 1): Calculated {
  const value = (name: keyof typeof assumptions) => assumptions[name].value
  const people = value('people')
  const organizations = people / value('perOrganization')
  const clients = people * value('connected')
  const active = people * value('active')
  const actions = (active / value('secondsPerAction')) * activity
  const perPost = 1 + value('switches') + value('scrolls') + value('extras') + value('searches')
  const posts = actions / perPost
  const marks = posts * value('marks')
  const deliveries = posts * value('audience')
  const heartbeats = (clients * value('idle')) / HEARTBEAT_SECONDS
  // Clients are on the event stream: deliveries and heartbeats are no requests.
  const requests = actions + marks

  const sendCost = figures.send.value
  const ownCores =
    MICRO *
    (posts * sendCost +
      (posts * value('extras') + marks) * sendCost +
      posts * value('switches') * figures.fetchNewest.value +
      posts * value('scrolls') * figures.fetchAnywhere.value +
      posts * value('searches') * figures.search.value +
      (deliveries + heartbeats) * figures.delivery.value)
  const events = posts * (1 + value('extras'))
  const clientsOfOrganization = clients / organizations

  const hearersHashed = Math.min(value('nodesPerOrganization'), clientsOfOrganization)
  const coresOfHearingHashed = events * hearersHashed * value('applyMicroseconds') * MICRO
  const cores = ownCores + coresOfHearingHashed
  const processesByMix = (active * activity) / figures.mix.value
  const nodes = Math.ceil(
    Math.max(cores / value('utilization'), processesByMix, clients / value('connectionsPerNode')),
  )
  const hearers = Math.min(nodes, clientsOfOrganization)

  const heartbeatWrites = heartbeatWritesOf(organizations, clientsOfOrganization * value('idle'), hearers)
  const heartbeatWritesHashed = heartbeatWritesOf(
    organizations,
    clientsOfOrganization * value('idle'),
    hearersHashed,
  )
  const otherWrites = posts * value('extras') + marks
  const writes = posts + otherWrites + heartbeatWritesHashed
  const postsPerDay = people * value('postsPerDay') * activity
  const bytesPerDay = postsPerDay * bytesKept
  const fileBytesPerDay = postsPerDay * value('uploads') * value('uploadBytes')
  const redisCalls = requests + events + events * hearersHashed
  const postsOfLargest = posts * (value('largest') / people)
  return {
    organizations,
    clients,
    active,
    posts,
    actions,
    deliveries,
    heartbeats,
    requests,
    cores,
    processesByMix,
    nodes,
    nodesForConnections: Math.ceil(clients / value('connectionsPerNode')),
    memoryGigabytes: (clients * figures.memory.value) / 1e6,
    hearers,
    hearersHashed,
    coresOfHearing: events * hearers * value('applyMicroseconds') * MICRO,
    coresOfHearingHashed,
    logWrites: events + heartbeatWritesHashed,
    heartbeatWrites,
    heartbeatWritesHashed,
    otherWrites,
    writes,
    postgresCores: writes * figures.sendOfPostgres.value * MICRO,
    shardsByWrites: Math.ceil(writes / value('postgresWrites')),
    bytesPerDay,
    fileBytesPerDay,
    shardsByStorage: Math.ceil((365 * (bytesPerDay + fileBytesPerDay)) / value('postgresBytes')),
    redisCalls,
    redisBytes: events * (1 + hearersHashed) * value('deliveryBytes'),
    redisMembers: Math.ceil(redisCalls / value('redisCalls') / value('utilization')),
    networkBytes:
      deliveries * value('deliveryBytes') +
      posts * (value('switches') + value('scrolls')) * value('fetchBytes'),
    postsOfLargest,
    ceilingShare: (postsOfLargest * (1 + value('extras') + value('marks'))) / figures.ceiling.value,
    largestThatFits:
      (figures.ceiling.value / (1 + value('extras') + value('marks')) / posts) *
      people *
      value('utilization'),
  }
}

/** As many writes as there are tenths of a minute in which at least one of the clients of a node is due. */
function heartbeatWritesOf(organizations: number, idleClients: number, nodes: number): number {
  const moments = HEARTBEAT_SECONDS / SHARED_SECONDS
  const taken = moments * (1 - (1 - 1 / moments) ** (idleClients / nodes))
  return (organizations * nodes * taken) / HEARTBEAT_SECONDS
}

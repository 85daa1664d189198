import { assumptions, storedBytes } from './assumptions.ts'
import type { Figures } from './measured-figures.ts'

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
  shardsByWrites: number
  bytesPerDay: number
  fileBytesPerDay: number
  shardsByStorage: number
  redisCalls: number
  redisBytes: number
  redisMembers: number
  networkBytes: number
  postsOfLargest: number
  laneShare: number
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

  const sendCost = figures.send.value * figures.postgresFactor.value
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
    laneShare: (postsOfLargest * (1 + value('extras') + value('marks'))) / figures.lane.value,
    largestThatFits:
      (figures.lane.value / (1 + value('extras') + value('marks')) / posts) * people * value('utilization'),
  }
}

/** As many writes as there are tenths of a minute in which at least one of the clients of a node is due. */
function heartbeatWritesOf(organizations: number, idleClients: number, nodes: number): number {
  const moments = HEARTBEAT_SECONDS / SHARED_SECONDS
  const taken = moments * (1 - (1 - 1 / moments) ** (idleClients / nodes))
  return (organizations * nodes * taken) / HEARTBEAT_SECONDS
}

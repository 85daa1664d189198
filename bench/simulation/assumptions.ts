/** What is not measured. Each is shown in the page, so that it can be doubted. */
export interface Assumption {
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

import { randomUUID } from 'node:crypto'
import { LocalTally, type Tally } from '../limits/tally.ts'
import type { Redis } from './redis.ts'

/** A dead node is no longer counted after this time. A live one renews its counts three times as often. */
const LEASE_MS = 30_000

/**
 * A hash of nodes, each with its count and expiry time, by Redis's clock. Stores the count of one node if it is 0 or
 * within the limit, and returns whether it did.
 */
const script = `
local node, count, limit, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local others = 0
local entries = redis.call('HGETALL', KEYS[1])
for i = 1, #entries, 2 do
  local held, expires = string.match(entries[i + 1], '^(%d+) (%d+)$')
  if entries[i] ~= node then
    if tonumber(expires) > now then others = others + tonumber(held)
    else redis.call('HDEL', KEYS[1], entries[i]) end
  end
end
if count == 0 then
  redis.call('HDEL', KEYS[1], node)
  return 1
end
if limit >= 0 and others + count > limit then return 0 end
redis.call('HSET', KEYS[1], node, string.format('%d %d', count, now + lease))
redis.call('PEXPIRE', KEYS[1], lease)
return 1
`
const NO_LIMIT = -1

/** Takes the same arguments, and only reads. */
const lookScript = script.replace(/if count == 0 then[\s\S]*$/, 'return others + count > limit and 0 or 1')

export interface RedisTally extends Tally {
  stop(): void
}

/**
 * Counts for all nodes together. Each node knows its own count and repeatedly reports it to Redis, so that an emptied
 * Redis recovers soon. While Redis is down each node counts for itself.
 */
export function createRedisTally(redis: Redis, name: string, leaseMs = LEASE_MS): RedisTally {
  const node = randomUUID()
  const own = new LocalTally()
  const keyOf = (key: string) => `open:${name}:${key}`
  const args = (count: number, limit: number) => [node, String(count), String(limit), String(leaseMs)]

  async function run(text: string, key: string, count: number, limit: number): Promise<boolean> {
    try {
      return (await redis.run(text, keyOf(key), args(count, limit))) === 1
    } catch {
      return count <= limit
    }
  }

  const report = (key: string) =>
    void redis.run(script, keyOf(key), args(own.of(key), NO_LIMIT)).catch(() => {
      // The next renewal reports it again.
    })

  const timer = setInterval(() => {
    for (const key of own.keys) report(key)
  }, leaseMs / 3)
  timer.unref()

  return {
    async take(key, limit) {
      own.add(key)
      if (await run(script, key, own.of(key), limit)) return true
      own.release(key)
      // A concurrent `take` has counted this one too.
      report(key)
      return false
    },
    hasRoom: (key, limit) => run(lookScript, key, own.of(key) + 1, limit),
    add(key) {
      own.add(key)
      report(key)
    },
    release(key) {
      own.release(key)
      report(key)
    },
    stop: () => clearInterval(timer),
  }
}

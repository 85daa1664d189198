import { randomUUID } from 'node:crypto'
import { LocalTally, type Tally } from '../tally.ts'
import type { Redis } from './redis.ts'

/** A node that died is no longer counted after this time; one that lives renews its counts three times as often. */
const LEASE_MS = 30_000

/**
 * A hash of nodes, each with its count and until when that holds, by the clock of Redis. It is given the count of one node,
 * which is stored if it is 0 or the limit allows it. Answers with whether it does.
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

/** The same as ARGV above; it only looks. */
const lookScript = script.replace(/if count == 0 then[\s\S]*$/, 'return others + count > limit and 0 or 1')

export interface RedisTally extends Tally {
  stop(): void
}

/**
 * Counts for all nodes together. Each node knows its own count and tells it to Redis, again and again, so that a Redis that
 * was emptied knows it soon. While Redis is away each counts for itself.
 */
export function createRedisTally(redis: Redis, name: string, leaseMs = LEASE_MS): RedisTally {
  const node = randomUUID()
  const own = new LocalTally()
  const keyOf = (key: string) => `open:${name}:${key}`
  const args = (count: number, limit: number) => [node, String(count), String(limit), String(leaseMs)]

  async function ask(text: string, key: string, count: number, limit: number): Promise<boolean> {
    try {
      return (await redis.run(text, keyOf(key), args(count, limit))) === 1
    } catch {
      return count <= limit
    }
  }

  const tell = (key: string) =>
    void redis.run(script, keyOf(key), args(own.of(key), NO_LIMIT)).catch(() => {
      // Told again with the next renewal.
    })

  const timer = setInterval(() => {
    for (const key of own.keys) tell(key)
  }, leaseMs / 3)
  timer.unref()

  return {
    async take(key, limit) {
      own.add(key)
      if (await ask(script, key, own.of(key), limit)) return true
      own.release(key)
      // Another one that was taken meanwhile has counted this one, too.
      tell(key)
      return false
    },
    hasRoom: (key, limit) => ask(lookScript, key, own.of(key) + 1, limit),
    add(key) {
      own.add(key)
      tell(key)
    },
    release(key) {
      own.release(key)
      tell(key)
    },
    stop: () => clearInterval(timer),
  }
}

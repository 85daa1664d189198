import { secondsOf } from '../../platform/clock.ts'
import { pruneEvents, readHeads } from '../../platform/events/event-store.ts'
import type { Chat } from '../chat.ts'
import { heartbeatText } from './collect-events.ts'
import {
  deleteQueues,
  listOldestAcknowledged,
  listQueuesSeenBefore,
  touchQueue,
} from './event-queue-store.ts'
import type { LiveQueue } from './live-queue.ts'

const HEARTBEAT_LOOK_MS = 250
const WRITE_DOWN_MS = 5_000
const COLLECT_MS = 30_000
/** Queues that are alive hold the log back; this is for those that are just being registered. */
const EVENTS_KEPT_MS = 3_600_000

/** The regular work on queues: heartbeats, writing down how far clients have come, collecting dead ones. */
export function tendQueues(chat: Chat): { stop(): Promise<void> } {
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()
  const every = (milliseconds: number, name: string, work: () => Promise<void>) => {
    let busy = false
    const timer = setInterval(() => {
      if (busy) return
      busy = true
      const run = work()
        .catch((error) => chat.log.warn({ err: error }, `${name} failed; trying again`))
        .finally(() => {
          busy = false
          running.delete(run)
        })
      running.add(run)
    }, milliseconds)
    timers.push(timer)
  }
  every(HEARTBEAT_LOOK_MS, 'sending heartbeats', () => sendHeartbeats(chat))
  every(WRITE_DOWN_MS, 'writing down event queues', () => writeDown(chat))
  every(COLLECT_MS, 'collecting event queues', () => collectDead(chat))
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
      for (const queue of [...chat.queues.live]) queue.waiting?.answer([])
      await writeDown(chat)
    },
  }
}

/**
 * A heartbeat takes a position of the log, so that its id lies above all before and below all after it,
 * also after a crash. All that are due in an organization at the same time share one position.
 */
async function sendHeartbeats(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  const due = new Map<number, LiveQueue[]>()
  for (const queue of chat.queues.live) {
    if (queue.waiting === undefined || queue.waiting.deadline > now) continue
    const { realmId } = queue.viewer
    const list = due.get(realmId)
    if (list) list.push(queue)
    else due.set(realmId, [queue])
  }
  for (const [realmId, queues] of due) {
    const position = await takeHeartbeatPosition(chat, realmId)
    // Behind: its id would tell clients that they have seen what has not been delivered yet.
    if (chat.follower.seen(realmId) < position) continue
    for (const queue of queues) {
      const { waiting } = queue
      if (!waiting || waiting.deadline > now) continue
      const events = await chat.queues.eventsAfter(queue, waiting.after)
      waiting.answer(events.length > 0 ? events : [heartbeatText(queue, position)])
    }
  }
}

function takeHeartbeatPosition(chat: Chat, realmId: number): Promise<number> {
  return chat.transact(realmId, async (transaction) => {
    transaction.announce({ type: 'heartbeat', audience: {}, payload: {} })
    return transaction.position
  })
}

async function writeDown(chat: Chat): Promise<void> {
  const byRealm = new Map<number, LiveQueue[]>()
  for (const queue of chat.queues.live) {
    if (queue.waiting) queue.lastSeen = chat.clock.now()
    else if (!queue.touched) continue
    queue.touched = false
    const list = byRealm.get(queue.viewer.realmId)
    if (list) list.push(queue)
    else byRealm.set(queue.viewer.realmId, [queue])
  }
  for (const [realmId, queues] of byRealm) {
    await chat.database.write(realmId, {
      async work({ db }) {
        for (const queue of queues) {
          await touchQueue(db, queue.id, queue.acknowledged, Math.floor(queue.lastSeen / 1000))
        }
      },
    })
  }
}

async function collectDead(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  for (const queue of [...chat.queues.live]) if (queue.isExpired(now)) chat.queues.forget(queue)
  const alive = new Set([...chat.queues.live].map((queue) => queue.id))
  const shortest = Math.min(chat.config.eventQueueIdleSeconds, 600)
  const rows = await listQueuesSeenBefore(chat.database.read, secondsOf(chat.clock) - shortest)
  const dead = rows.filter((row) => {
    const { lifespan } = JSON.parse(row.options) as { lifespan: number }
    return !alive.has(row.id) && secondsOf(chat.clock) - row.last_seen > lifespan
  })
  for (const row of dead) {
    await chat.database.write(row.realm_id, { work: ({ db }) => deleteQueues(db, [row.id]) })
  }
  await forgetOldEvents(chat, now - EVENTS_KEPT_MS)
}

async function forgetOldEvents(chat: Chat, before: number): Promise<void> {
  const needed = await listOldestAcknowledged(chat.database.read)
  for (const [realmId, head] of await readHeads(chat.database.read)) {
    const upTo = needed.get(realmId) ?? head
    await chat.database.write(realmId, { work: ({ db }) => pruneEvents(db, realmId, upTo, before) })
  }
}

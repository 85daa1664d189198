import { randomUUID } from 'node:crypto'
import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Messages } from '../../messages/messages.ts'
import { findNextPost, listDueBots } from '../../messages/webhook-posts/webhook-post-store.ts'
import { type BotRef, releaseLease, takeLease } from '../../people/bots/bot-service-store.ts'
import { postToService } from './post-to-service.ts'

/** Longer than one request can take. */
const LEASE_MS = 15_000

/** After this many failures, a post no longer blocks the others. */
const MAX_FAILURES = 3

const INTERVAL_MS = 50
/** For retries, and for posts that a dead server left behind. */
const LOOK_FOR_DUE_EVERY_MS = 250
/** A run is bounded, so that a server can stop; longer requests continue in the background. */
const RUN_MS = 1000
const MAX_CONCURRENT = 20
const DUE_AT_ONCE = 1000

/** Posts messages to the services of bots: soon after they are sent, and again when a retry is due. */
export function startOutgoingWebhookJobs(chat: Messages, work: BackgroundJobs): void {
  const holder = randomUUID()
  const woken = new Map<string, BotRef>()
  const inFlight = new Map<string, Promise<void>>()
  const wake = (ref: BotRef) => void woken.set(`${ref.realm_id}:${ref.bot_id}`, ref)
  chat.follower.on('message', ({ tenant, payload }) => {
    // A new leader finds the pending posts in the database.
    if (!chat.leadership.isLeader) return
    for (const bot_id of payload.told ?? []) wake({ realm_id: tenant, bot_id })
  })

  function startWoken(until: number) {
    for (const [key, ref] of [...woken]) {
      if (inFlight.size >= MAX_CONCURRENT) return
      if (inFlight.has(key)) continue
      woken.delete(key)
      const done = deliverPosts(chat, ref, holder, () => performance.now() < until)
        .then((hasMore) => {
          if (hasMore) wake(ref)
        })
        // Its row is still there, and due.
        .catch((error) => chat.log.warn({ err: error, ...ref }, 'an outgoing webhook failed; trying again'))
        .finally(() => inFlight.delete(key))
      inFlight.set(key, done)
    }
  }

  let lookedAt = Number.NEGATIVE_INFINITY
  work.onLeader(INTERVAL_MS, 'posting to outgoing webhooks', async () => {
    const until = performance.now() + RUN_MS
    if (performance.now() - lookedAt >= LOOK_FOR_DUE_EVERY_MS) {
      lookedAt = performance.now()
      for (const ref of await listDueBots(chat.database.read, chat.clock.now(), DUE_AT_ONCE)) wake(ref)
    }
    startWoken(until)
    while (inFlight.size > 0 && woken.size === 0 && performance.now() < until) {
      await Promise.race([...inFlight.values(), pause()])
    }
  })
}

const pause = () => new Promise((next) => setTimeout(next, INTERVAL_MS))

/**
 * Delivers the pending posts of a bot one at a time. Returns true if there may be more: it was interrupted, or
 * another process (`holder` names this one) has the lease. If that process dies, its lease expires.
 */
async function deliverPosts(
  chat: Messages,
  ref: BotRef,
  holder: string,
  mayContinue: () => boolean,
): Promise<boolean> {
  const { clock, database } = chat
  const next = () => findNextPost(database.read, ref, clock.now(), MAX_FAILURES)
  let leased = false
  try {
    while (mayContinue()) {
      if (!(await next())) return false
      leased = await database.write(ref.realm_id, {
        work: ({ db }) => takeLease(db, ref, holder, clock.now(), clock.now() + LEASE_MS),
      })
      if (!leased) return true
      // Look it up again: another process may have posted it before we got the lease.
      const post = await next()
      if (post) await postToService(chat, post)
    }
    return true
  } finally {
    if (leased) await database.write(ref.realm_id, { work: ({ db }) => releaseLease(db, ref, holder) })
  }
}

import type { Messages } from '../../messages/messages.ts'
import { findNextPost } from '../../messages/webhook-posts/webhook-post-store.ts'
import { type BotRef, releaseLease, takeLease } from '../../people/bots/bot-service-store.ts'
import { postToService } from './post-to-service.ts'

/** Longer than one request can take. */
const LEASE_MS = 15_000
/** After this many failures, a post no longer blocks the others. */
const PATIENCE = 3

/**
 * Delivers the pending posts of a bot one at a time. Returns true if there may be more: it was interrupted, or
 * another process (`holder` names this one) has the lease. If that process dies, its lease expires.
 */
export async function deliverPosts(
  chat: Messages,
  ref: BotRef,
  holder: string,
  mayContinue: () => boolean,
): Promise<boolean> {
  const { clock, database } = chat
  const next = () => findNextPost(database.read, ref, clock.now(), PATIENCE)
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

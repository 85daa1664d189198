import type { Chat } from '../../chat.ts'
import { findNextPost } from '../../messages/webhook-posts/webhook-post-store.ts'
import { type BotRef, releaseLease, takeLease } from '../../people/bots/bot-service-store.ts'
import { postToService } from './post-to-service.ts'

/** Longer than one call can take. */
const LEASE_MS = 15_000
/** A post that failed so often does not hold up the others any longer. */
const PATIENCE = 3

/**
 * Posts what the service of a bot has to be told, one after the other. Answers true when there may be more to
 * do: it may not go on, or another process (`holder` names this one) is at it; who dies is followed when its
 * lease ends.
 */
export async function deliverPosts(
  chat: Chat,
  ref: BotRef,
  holder: string,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { clock, database } = chat
  const next = () => findNextPost(database.read, ref, clock.now(), PATIENCE)
  let leased = false
  try {
    while (mayGoOn()) {
      if (!(await next())) return false
      leased = await database.write(ref.realm_id, {
        work: ({ db }) => takeLease(db, ref, holder, clock.now(), clock.now() + LEASE_MS),
      })
      if (!leased) return true
      // Looked up again: until now somebody else may have been posting.
      const post = await next()
      if (post) await postToService(chat, post)
    }
    return true
  } finally {
    if (leased) await database.write(ref.realm_id, { work: ({ db }) => releaseLease(db, ref, holder) })
  }
}

import type { ChatPlatform } from '../chat-platform.ts'
import type { Session } from '../identity/sessions/session.ts'
import { listPushSubscriptions, storePushSubscription } from '../identity/sessions/session-store.ts'
import { pushSubscriptionsTable } from '../identity/sessions/sessions-table.ts'
import type { Actor } from '../identity/users/user.ts'
import { insertMark } from './notification-mark-store.ts'
import { checkPushTarget, type PushTarget } from './push-target.ts'

/** Enough for one person's browsers. The oldest one goes when there is another. */
const SUBSCRIPTIONS_PER_USER = 10

/** From now on, the browser is notified, as long as the session lasts. */
export function subscribePush(
  chat: ChatPlatform,
  { realm, user }: Actor,
  session: Session,
  target: PushTarget,
): Promise<void> {
  checkPushTarget(chat.config, target)
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    await storePushSubscription(db, {
      realm_id: realm.id,
      id: await transaction.next('push_subscriptions'),
      user_id: user.id,
      session_id: session.id,
      endpoint_hash: chat.secrets.hash(target.endpoint),
      target_sealed: chat.secrets.encrypt(JSON.stringify(target)),
      failures: 0,
      created_at: chat.clock.now(),
    })
    const all = await listPushSubscriptions(db, realm.id, [user.id])
    for (const { id } of all.slice(0, -SUBSCRIPTIONS_PER_USER)) {
      await pushSubscriptionsTable.remove(db, { realm_id: realm.id, id })
    }
    await insertMark(db, { realm_id: realm.id, message_id: await transaction.last('messages') })
  })
}

/** Only the actor's own; there may be none. */
export async function unsubscribePush(
  chat: ChatPlatform,
  { realm, user }: Actor,
  endpoint: string,
): Promise<void> {
  await chat.database.write(realm.id, {
    work: ({ db }) =>
      pushSubscriptionsTable.removeWhere(db, {
        realm_id: realm.id,
        user_id: user.id,
        endpoint_hash: chat.secrets.hash(endpoint),
      }),
  })
}

import { randomUUID } from 'node:crypto'
import { secondsOf } from '../../platform/clock.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import type { Db } from '../chat-platform.ts'
import type { LiveQueue } from '../events/event-delivery/live-queue.ts'
import { checkQueueNarrow } from '../events/event-delivery/matches-narrow.ts'
import type { QueueOptions } from '../events/event-delivery/queue-options.ts'
import { insertQueue } from '../events/event-queues/event-queue-store.ts'
import { evictIdleQueue } from '../events/event-queues/evict-idle-queue.ts'
import type { Events } from '../events/events.ts'
import { findRealm } from '../identity/realms/realm-store.ts'
import type { Actor } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'
import { loadMembers, type Members } from '../people/members.ts'
import type { People } from '../people/people.ts'
import { readInitialData } from './initial-data.ts'

export interface Registration {
  queue: LiveQueue
  initialData: Record<string, unknown>
}

/**
 * The initial data and its position in the log are read in one snapshot, and the queue starts at that position. So no
 * event is lost between them, and none has to be merged into the data.
 */
export async function registerQueue(
  chat: Events,
  actor: Actor,
  options: QueueOptions,
  fetchTypes: readonly string[] | null,
): Promise<Registration> {
  checkQueueNarrow(options.narrow)
  const { position, initialData } = await chat.database.snapshot(async (db) => {
    const { clientAvatar, includeSubscribers, slimPresence = false } = options
    // Read in the same snapshot: settings and roles are part of the data.
    const [user, realm, position] = await Promise.all([
      findUser(db, actor.realm.id, actor.user.id),
      findRealm(db, actor.realm.id),
      readHead(db, actor.realm.id),
    ])
    let members: Promise<Members> | undefined
    const context = {
      chat,
      db,
      actor: { realm: realm!, user: user! },
      members: () => {
        members ??= membersAt(chat, db, actor.realm.id, position)
        return members
      },
      clientAvatar,
      includeSubscribers,
      slimPresence,
    }
    return { position, initialData: await readInitialData(context, fetchTypes) }
  })
  const row = {
    id: randomUUID(),
    realm_id: actor.realm.id,
    user_id: actor.user.id,
    base: position,
    acknowledged: position,
    options: JSON.stringify(options),
    last_seen: secondsOf(chat.clock),
    created_at: secondsOf(chat.clock),
  }
  await chat.transact(actor.realm.id, async (transaction) => {
    await evictIdleQueue(chat, transaction, actor.user)
    await insertQueue(transaction.db, row)
  })
  const queue = await chat.queues.resume(row)
  return { queue: queue!, initialData }
}

/** The cache reflects the last event delivered here. It is valid only if that is the position of the snapshot. */
async function membersAt(chat: People, db: Db, realmId: number, position: number): Promise<Members> {
  const cached = chat.members.peek(realmId)
  if (cached && chat.follower.seen(realmId) === position) return cached
  const members = await loadMembers(db, realmId)
  // Fill the cache for the next client.
  if (!cached) await chat.members.require(realmId)
  return members
}

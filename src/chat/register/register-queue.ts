import { randomUUID } from 'node:crypto'
import { secondsOf } from '../../platform/clock.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import type { Db } from '../chat-platform.ts'
import type { LiveQueue } from '../events/event-delivery/live-queue.ts'
import { checkQueueNarrow } from '../events/event-delivery/matches-narrow.ts'
import type { QueueOptions } from '../events/event-delivery/queue-options.ts'
import { eventQueuesTable } from '../events/event-queues/event-queues-table.ts'
import { evictIdleQueue } from '../events/event-queues/evict-idle-queue.ts'
import type { Events } from '../events/events.ts'
import { realmsTable } from '../identity/realms/realm.ts'
import type { Actor } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
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
    const { clientAvatar, includeSubscribers, slimPresence = false, level = 0 } = options
    // Read in the same snapshot: settings and roles are part of the data.
    const [user, realm, position] = await Promise.all([
      usersTable.find(db, { realm_id: actor.realm.id, id: actor.user.id }),
      realmsTable.find(db, { id: actor.realm.id }),
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
      level,
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
    await eventQueuesTable.insert(transaction.db, row)
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

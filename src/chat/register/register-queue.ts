import { randomUUID } from 'node:crypto'
import { secondsOf } from '../../platform/clock.ts'
import { readHead } from '../../platform/events/event-store.ts'
import type { Chat, Db } from '../chat.ts'
import { checkQueueNarrow } from '../events/event-delivery/matches-narrow.ts'
import { insertQueue } from '../events/event-queues/event-queue-store.ts'
import type { LiveQueue } from '../events/event-queues/live-queue.ts'
import { makeRoomForQueue } from '../events/event-queues/make-room-for-queue.ts'
import type { QueueOptions } from '../events/event-queues/queue-options.ts'
import { findRealm } from '../identity/realms/realm-store.ts'
import type { Actor } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'
import { loadMembers, type Members } from '../people/members.ts'
import { readInitialData } from './initial-data.ts'

export interface Registration {
  queue: LiveQueue
  initialData: Record<string, unknown>
}

/**
 * The initial data and the place in the log where it ends are read in one snapshot, and the queue starts
 * at that very place: nothing can fall between them, and nothing has to be folded in.
 */
export async function registerQueue(
  chat: Chat,
  actor: Actor,
  options: QueueOptions,
  fetchTypes: readonly string[] | null,
): Promise<Registration> {
  checkQueueNarrow(options.narrow)
  const { position, initialData } = await chat.database.snapshot(async (db) => {
    const { clientAvatar, includeSubscribers, slimPresence = false } = options
    // The actor and the organization as of this moment, too: settings and roles are part of the data.
    const user = (await findUser(db, actor.realm.id, actor.user.id))!
    const realm = (await findRealm(db, actor.realm.id))!
    const position = await readHead(db, actor.realm.id)
    const context = {
      chat,
      db,
      actor: { realm, user },
      members: () => membersAt(chat, db, actor.realm.id, position),
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
    await makeRoomForQueue(chat, transaction, actor.user)
    await insertQueue(transaction.db, row)
  })
  const queue = await chat.queues.resume(row)
  return { queue: queue!, initialData }
}

/** The cache is as of the last event that was delivered here: good if that is the snapshot's own moment. */
async function membersAt(chat: Chat, db: Db, realmId: number, position: number): Promise<Members> {
  const cached = chat.members.peek(realmId)
  if (cached && chat.follower.seen(realmId) === position) return cached
  const members = await loadMembers(db, realmId)
  // For the next client.
  if (!cached) await chat.members.require(realmId)
  return members
}

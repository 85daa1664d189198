import { secondsOf } from '../../platform/clock.ts'
import type { ChatPlatform, Db } from '../chat-platform.ts'
import { listClaimedBy, noteUnlinked } from '../files/uploads/uploaded-file-store.ts'
import { findHolds, isHeld } from '../identity/legal-holds/held.ts'
import { type Realm, realmsTable } from '../identity/realms/realm.ts'
import { eraseAndAnnounce } from '../messages/message-edits/erase-and-announce.ts'
import { REST_MS } from '../messages/message-edits/move-messages.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { pauseAndMerge } from '../messages/search-index/pause-and-merge.ts'
import { membersOf } from '../streams/recipients/recipient-store.ts'
import { streamsTable } from '../streams/streams-table.ts'
import { messageRetentionTable } from './message-retention-table.ts'
import {
  findRetentionPlace,
  listExpiredRecipients,
  listOldestMessages,
  listRealmsWithRetention,
} from './retention-store.ts'

/** Other writers get their turn between two batches. Each batch has its own events. */
const MESSAGES_PER_BATCH = 100
const RECIPIENTS_PER_PAGE = 500

/**
 * Deletes messages that are older than the retention of their organization or stream. Each batch is a transaction that
 * reads the settings itself: a crash leaves nothing half done, and a changed setting applies at once.
 */
export async function deleteExpiredMessages(chat: ChatPlatform, stopping: AbortSignal): Promise<void> {
  for (const realm of await listRealmsWithRetention(chat.database.read)) {
    if (stopping.aborted) return
    try {
      await deleteExpiredOf(chat, realm, stopping)
      if (stopping.aborted || !chat.leadership.isLeader) return
      await chat.transact(realm.id, ({ db }) =>
        messageRetentionTable.put(db, { realm_id: realm.id, applied_at: secondsOf(chat.clock) }),
      )
    } catch (error) {
      // Continue with the other organizations. The next run deletes the rest.
      chat.log.warn({ err: error, realm: realm.id }, 'deleting expired messages failed; retrying later')
    }
  }
}

async function deleteExpiredOf(chat: ChatPlatform, realm: Realm, stopping: AbortSignal): Promise<void> {
  const mayContinue = () => !stopping.aborted && chat.leadership.isLeader
  for (let after = 0; mayContinue(); ) {
    const ids = await listExpiredRecipients(chat.database.read, realm, {
      now: secondsOf(chat.clock),
      after,
      limit: RECIPIENTS_PER_PAGE,
    })
    for (const id of ids) {
      while (mayContinue() && (await deleteBatch(chat, realm.id, id)))
        await pauseAndMerge(chat, realm.id, REST_MS)
    }
    if (ids.length < RECIPIENTS_PER_PAGE) return
    after = ids.at(-1)!
  }
}

/** Deletes the oldest messages of a stream or conversation. Returns whether more may have expired. */
function deleteBatch(chat: ChatPlatform, realmId: number, recipientId: number): Promise<boolean> {
  return chat.transact(realmId, async (transaction) => {
    const { db } = transaction
    const realm = (await realmsTable.find(db, { id: realmId }))!
    const place = await findRetentionPlace(db, realm, recipientId, secondsOf(chat.clock))
    const cutoff = place?.cutoff
    if (!place || cutoff === undefined) return false
    // What is under a legal hold stays, whatever its age.
    const holds = await findHolds(db, realmId)
    const members = place.members === null ? null : membersOf(place)
    if (isHeld(holds, { sender_id: 0, stream_id: place.stream_id }, members)) return false
    const page = await listOldestMessages(db, realmId, recipientId, holds.users, MESSAGES_PER_BATCH)
    // Times are whole seconds: a message from the second of the cutoff may not have expired yet.
    const expired = page.filter((message) => message.sent_at < cutoff)
    const files = await listFilesOf(db, expired)
    await eraseAndAnnounce(transaction, realm, expired, {
      stream:
        place.stream_id === null
          ? undefined
          : await streamsTable.find(db, { realm_id: realmId, id: place.stream_id }),
      members,
    })
    await noteUnlinked(db, realmId, files)
    return expired.length === MESSAGES_PER_BATCH
  })
}

async function listFilesOf(db: Db, messages: readonly MessagesTable[]): Promise<number[]> {
  const files = new Set<number>()
  for (const { realm_id: realmId, id, has_attachment: hasFile } of messages) {
    if (hasFile === 1) for (const file of await listClaimedBy(db, realmId, id)) files.add(file)
  }
  return [...files]
}

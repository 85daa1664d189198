import type { Audience, LeftBehind } from '../../audience.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import { listClaimedBy } from '../../files/uploads/uploaded-file-store.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Stream } from '../../streams/stream.ts'
import { notifyOwners } from '../attachments/claim-attachments.ts'
import { flagsChanged, readByMove } from '../flags/flag-events.ts'
import { dropEmptyFlags, listFlagsOf, setFlag } from '../flags/message-flag-store.ts'
import { messagesDeleted, messageUpdated } from '../message-events.ts'
import { findReach } from '../message-reach.ts'
import { findMessage } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import { type AnnouncedEdit, type Changes, describeMove } from './announce-edit.ts'

/**
 * Announces that messages, given as they were before, moved to another stream. Its subscribers and everyone else who
 * may read it learn where they are. For the others, they are deleted.
 */
export async function announceMove(
  transaction: ChatTransaction,
  edit: AnnouncedEdit,
  changes: Changes,
  message: MessagesTable,
  others: readonly MessagesTable[],
): Promise<void> {
  const source = edit.stream!
  const target = changes.stream!
  const messages = [message, ...others].sort((one, other) => one.id - other.id)
  const message_ids = messages.map(({ id }) => id)
  const isPublic = target.invite_only === 0
  const members: LeftBehind = { ...leftBehind(source, target), among: 'members' }
  const update = await describeMove(transaction, edit, changes, message)
  const readers: Audience = {
    subscribersOf: target.id,
    publicWatchers: isPublic,
    ...(isPublic && { leftBehind: members }),
  }
  transaction.announce(messageUpdated({ ...update, message_ids }, readers))
  // Messages of a stream count as unread only for its subscribers.
  if (isPublic) transaction.announce(readByMove(members, message_ids))
  const losers: LeftBehind = { ...leftBehind(source, target), among: isPublic ? 'guests' : 'everyone' }
  announceLoss(transaction, source, messages, losers, !isPublic)
  const realm: Realm = edit.editor.realm
  await dropMovedStars(transaction, realm, messages, target)
  await announceMovedAttachments(transaction, realm, messages)
}

const leftBehind = (source: Stream, target: Stream) => ({
  stream: source.id,
  notIn: target.id,
})

/** In a closed history, readers know different messages, so each has its own audience. */
function announceLoss(
  transaction: ChatTransaction,
  source: Stream,
  messages: readonly MessagesTable[],
  losers: LeftBehind,
  isSecret: boolean,
): void {
  if (source.history_public) {
    const publicWatchers = isSecret && source.invite_only === 0
    transaction.announce(messagesDeleted(messages, { leftBehind: losers, publicWatchers }))
    return
  }
  for (const message of messages) {
    const alreadyAt = message.event_position
    transaction.announce(messagesDeleted([message], { leftBehind: { ...losers, alreadyAt } }))
  }
}

/** Within the transaction that moved messages: users who can no longer read them lose their stars. */
async function dropMovedStars(
  { db, announce }: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
  { id: stream_id, recipient_id }: Stream,
): Promise<void> {
  const ids = messages.map(({ id }) => id)
  const starred = (await listFlagsOf(db, realm.id, ids)).filter((row) => row.starred === 1)
  const owners = [...new Set(starred.map((row) => row.user_id))]
  for (const user of await usersTable.list(db, { realm_id: realm.id, id: owners })) {
    const own = starred
      .filter((row) => row.user_id === user.id)
      .map(({ message_id: id }) => ({ id, recipient_id, stream_id }))
    const { reach } = await findReach(db, { realm, user }, own)
    const lost = own
      .map(({ id }) => id)
      .filter((id) => !reach.has(id))
      .sort((one, other) => one - other)
    if (lost.length === 0) continue
    await setFlag(db, realm.id, user.id, lost, 'starred', false)
    await dropEmptyFlags(db, realm.id, user.id, lost)
    announce(flagsChanged(user.id, 'remove', 'starred', lost))
  }
}

/** Messages, given as they were before, moved to another stream: the owners of their files see other claims now. */
async function announceMovedAttachments(
  transaction: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
): Promise<void> {
  for (const before of messages) {
    if (before.has_attachment === 0) continue
    const now = (await findMessage(transaction.db, realm.id, before.id))!
    const files = await listClaimedBy(transaction.db, realm.id, before.id)
    await notifyOwners(transaction, realm, [before, now], files)
  }
}

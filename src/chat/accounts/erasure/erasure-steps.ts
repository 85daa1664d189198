import type { ChatTransaction } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import {
  type AttachmentsTable,
  attachmentMessagesTable,
  attachmentsTable,
} from '../../files/uploads/attachments-table.ts'
import { findHolds, isHeld } from '../../identity/legal-holds/held.ts'
import { realmsTable } from '../../identity/realms/realm.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { deleteFileRow, isFileHeld } from '../../messages/attachments/delete-attachment.ts'
import { findChangeAudience } from '../../messages/find-change-audience.ts'
import { conversationMembers } from '../../messages/message-access.ts'
import { eraseAndAnnounce } from '../../messages/message-edits/erase-and-announce.ts'
import { findMessage } from '../../messages/message-store.ts'
import type { MessagesTable } from '../../messages/messages-table.ts'
import { reactionChanged } from '../../messages/reactions/reaction-events.ts'
import { reactionsTable } from '../../messages/reactions/reactions-table.ts'
import { userChanged } from '../../people/user-events.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import {
  deleteEditsOf,
  deleteSomeRows,
  emptyAuditOf,
  listOwnReactions,
  listSentMessages,
} from './erasure-store.ts'
import type { PersonErasuresTable } from './person-erasures-table.ts'
import { personalTables } from './personal-tables.ts'

/** Other writers get their turn between two batches. */
const MESSAGES_PER_BATCH = 100
const ROWS_PER_BATCH = 500

/** Something of it came under a legal hold after the erasure was ordered. */
export class HeldMeanwhile extends Error {}

interface Batch {
  /** where the next batch begins; `end`: the step is done */
  position: number | 'end'
  /** how many messages were deleted */
  deleted?: number
  /** whose bytes are to be removed after the commit */
  files?: readonly AttachmentsTable[]
}

export type ErasureStep = (transaction: ChatTransaction, erasure: PersonErasuresTable) => Promise<Batch>

/** In order. Never change the order or number of steps of unfinished erasures. */
export const erasureSteps = ({
  messages,
}: Pick<PersonErasuresTable, 'messages'>): readonly (ErasureStep | 'beyond the chat')[] =>
  messages === 'keep'
    ? ['beyond the chat', eraseRows, eraseEdits, eraseFiles]
    : ['beyond the chat', eraseRows, eraseSentMessages, eraseReactions, eraseVotes, eraseFiles]

const tablesToErase = Object.entries(personalTables).flatMap(([name, plan]) =>
  plan?.erased ? (name as keyof ChatTables) : [],
)

/** Position: which table. At last, the audit log. */
async function eraseRows({ db }: ChatTransaction, { realm_id, user_id, position }: PersonErasuresTable) {
  const name = tablesToErase[position]
  if (name === undefined) {
    await emptyAuditOf(db, realm_id, user_id)
    return { position: 'end' as const }
  }
  const deleted = await deleteSomeRows(db, name, realm_id, user_id, ROWS_PER_BATCH)
  return { position: deleted < ROWS_PER_BATCH ? position + 1 : position }
}

/** Their messages stay as they are now; how they were before is forgotten. Position: the last message. */
async function eraseEdits(transaction: ChatTransaction, erasure: PersonErasuresTable): Promise<Batch> {
  const { db } = transaction
  const { realm_id: realmId, user_id: userId, position } = erasure
  const messages = await listSentMessages(db, realmId, userId, position, ROWS_PER_BATCH)
  await refuseHeld(transaction, erasure, messages)
  const edited = messages.filter((message) => message.edited_at !== null).map(({ id }) => id)
  if (await deleteEditsOf(db, realmId, edited)) await refreshMessages(transaction, erasure)
  return { position: messages.length < ROWS_PER_BATCH ? 'end' : messages.at(-1)!.id }
}

/** Deletes the oldest of their messages. Position: does not change. */
async function eraseSentMessages(transaction: ChatTransaction, erasure: PersonErasuresTable): Promise<Batch> {
  const { db } = transaction
  const { realm_id: realmId, user_id: userId } = erasure
  const realm = (await realmsTable.find(db, { id: realmId }))!
  const messages = await listSentMessages(db, realmId, userId, 0, MESSAGES_PER_BATCH)
  await refuseHeld(transaction, erasure, messages)
  for (const group of byRecipient(messages)) {
    const { stream_id: streamId } = group[0]!
    await eraseAndAnnounce(transaction, realm, group, {
      stream:
        streamId === null ? undefined : await streamsTable.find(db, { realm_id: realmId, id: streamId }),
      members: await conversationMembers(db, group[0]!),
    })
  }
  const deleted = messages.length
  // A position of its own for each batch: two servers never do the same one.
  return { position: deleted < MESSAGES_PER_BATCH ? 'end' : erasure.position + 1, deleted }
}

/** Position: the last message. */
async function eraseReactions(transaction: ChatTransaction, erasure: PersonErasuresTable): Promise<Batch> {
  const { db } = transaction
  const { realm_id: realmId, user_id: userId, position } = erasure
  const realm = (await realmsTable.find(db, { id: realmId }))!
  const user = (await usersTable.find(db, { realm_id: realmId, id: userId }))!
  // All of a message, whose last reactions could otherwise be skipped.
  const some = await listOwnReactions(db, realmId, userId, position, MESSAGES_PER_BATCH)
  const ids = [...new Set(some.map((row) => row.message_id))]
  for (const id of ids) {
    const message = (await findMessage(db, realmId, id))!
    const audience = await findChangeAudience(db, { realm, user }, message)
    const theirs = { realm_id: realmId, message_id: id, user_id: userId }
    for (const reaction of await reactionsTable.list(db, theirs)) {
      await reactionsTable.remove(db, reaction)
      transaction.announce(reactionChanged('remove', user, id, reaction, audience))
    }
  }
  return { position: some.length < MESSAGES_PER_BATCH ? 'end' : ids.at(-1)! }
}

/** In polls and to-do lists of others. Position: does not matter. */
async function eraseVotes(transaction: ChatTransaction, erasure: PersonErasuresTable): Promise<Batch> {
  const { realm_id: realmId, user_id: userId, position } = erasure
  const deleted = await deleteSomeRows(transaction.db, 'submessages', realmId, userId, ROWS_PER_BATCH)
  if (deleted > 0) await refreshMessages(transaction, erasure)
  return { position: deleted < ROWS_PER_BATCH ? 'end' : position + 1 }
}

/** Those that their messages need stay with them. Position: the last file. */
async function eraseFiles(transaction: ChatTransaction, erasure: PersonErasuresTable): Promise<Batch> {
  const { db } = transaction
  const { realm_id: realmId, user_id: userId, messages, position } = erasure
  const all = await attachmentsTable.list(db, { realm_id: realmId, owner_id: userId })
  const some = all.filter(({ id }) => id > position).slice(0, MESSAGES_PER_BATCH)
  const files: AttachmentsTable[] = []
  for (const file of some) {
    const isNeeded = await attachmentMessagesTable.exists(db, { realm_id: realmId, attachment_id: file.id })
    if (isNeeded && messages === 'keep') continue
    if (await isFileHeld(db, file)) throw new HeldMeanwhile()
    await deleteFileRow(transaction, file)
    files.push(file)
  }
  return { position: some.length < MESSAGES_PER_BATCH ? 'end' : some.at(-1)!.id, files }
}

/** Servers keep messages that are ready to be sent, with their edits and votes: this makes them read them again. */
async function refreshMessages(
  { db, announce }: ChatTransaction,
  { realm_id, user_id }: PersonErasuresTable,
): Promise<void> {
  const user = (await usersTable.find(db, { realm_id, id: user_id }))!
  announce(userChanged(user, { full_name: user.full_name }))
}

async function refuseHeld(
  { db }: ChatTransaction,
  { realm_id: realmId }: PersonErasuresTable,
  messages: readonly MessagesTable[],
): Promise<void> {
  const holds = await findHolds(db, realmId)
  if (holds.users.size === 0 && holds.streams.size === 0) return
  for (const message of messages) {
    if (isHeld(holds, message, await conversationMembers(db, message))) throw new HeldMeanwhile()
  }
}

function byRecipient(messages: readonly MessagesTable[]): Iterable<MessagesTable[]> {
  const groups = new Map<number, MessagesTable[]>()
  for (const message of messages) {
    const group = groups.get(message.recipient_id)
    if (group) group.push(message)
    else groups.set(message.recipient_id, [message])
  }
  return groups.values()
}

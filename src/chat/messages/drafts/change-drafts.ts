import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { accessStreamById } from '../../streams/stream-access.ts'
import { truncateTopic } from '../../streams/topic-name.ts'
import { checkContent } from '../message-content.ts'
import { isTurnedOff } from '../privacy-setting.ts'
import { type DraftView, draftRemoved, draftsAdded, draftUpdated, viewDraft } from './draft-events.ts'
import { type DraftsTable, draftsTable } from './drafts-table.ts'

const RECIPIENTS_LIMIT = 250

/** The end of the year 9999. No client clock is that wrong. */
const LATEST = 253_402_300_799

/** Every registration sends all of them. */
export const DRAFTS_LIMIT = 500

export async function getDrafts(chat: ChatPlatform, actor: Actor): Promise<DraftView[]> {
  checkSynchronizes(actor)
  return (
    await draftsTable.list(chat.database.read, { realm_id: actor.realm.id, user_id: actor.user.id })
  ).map(viewDraft)
}

export async function addDrafts(
  chat: ChatPlatform,
  actor: Actor,
  inputs: readonly DraftInput[],
): Promise<number[]> {
  checkSynchronizes(actor)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const known = await draftsTable.count(db, { realm_id: actor.realm.id, user_id: actor.user.id })
    if (known + inputs.length > DRAFTS_LIMIT) throw badRequest(`Too many drafts (limit: ${DRAFTS_LIMIT})`)
    const checked: Omit<DraftsTable, 'id'>[] = []
    for (const input of inputs) checked.push(await checkDraft(chat, db, actor, input))
    const rows: DraftsTable[] = []
    for (const draft of checked) rows.push({ ...draft, id: await transaction.next('drafts') })
    await draftsTable.insert(db, rows)
    if (rows.length > 0) transaction.announce(draftsAdded(actor.user.id, rows.map(viewDraft)))
    return rows.map((row) => row.id)
  })
}

export async function changeDraft(
  chat: ChatPlatform,
  actor: Actor,
  id: number,
  input: DraftInput,
): Promise<void> {
  checkSynchronizes(actor)
  await chat.transact(actor.realm.id, async (transaction) => {
    const row = { ...(await checkDraft(chat, transaction.db, actor, input)), id }
    if (!(await draftsTable.update(transaction.db, row, row))) throw noSuchDraft()
    transaction.announce(draftUpdated(actor.user.id, viewDraft(row)))
  })
}

export async function removeDraft(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  checkSynchronizes(actor)
  await chat.transact(actor.realm.id, async (transaction) => {
    if (!(await draftsTable.remove(transaction.db, { realm_id: actor.realm.id, user_id: actor.user.id, id })))
      throw noSuchDraft()
    transaction.announce(draftRemoved(actor.user.id, id))
  })
}

function checkSynchronizes({ user }: Actor): void {
  if (isTurnedOff(user, 'enable_drafts_synchronization')) {
    throw badRequest('User has disabled synchronizing drafts.')
  }
}

/** A draft of another person is reported as missing. */
const noSuchDraft = () => new ChatError('Draft does not exist', { status: 404 })

/** As the client sends it. */
interface DraftInput {
  type: DraftsTable['type']
  to: number[]
  topic: string
  content: string
  timestamp?: number
}

/** Validates a draft for storage. Its stream or people must exist for the actor. */
async function checkDraft(
  chat: ChatPlatform,
  db: Db,
  actor: Actor,
  input: DraftInput,
): Promise<Omit<DraftsTable, 'id'>> {
  const { type, timestamp = secondsOf(chat.clock) } = input
  if (typeof timestamp !== 'number') throw badRequest('timestamp is not an integer')
  if (timestamp < 0) throw badRequest('Timestamp must not be negative.')
  if (timestamp > LATEST) throw badRequest('timestamp is too large')
  const own = { realm_id: actor.realm.id, user_id: actor.user.id }
  return {
    ...own,
    type,
    recipients: JSON.stringify(type === '' ? [] : await checkRecipients(db, actor, input)),
    topic: type === 'stream' ? checkDraftTopic(input.topic) : '',
    content: checkContent(input.content),
    edited_at: Math.floor(timestamp),
  }
}

async function checkRecipients(db: Db, actor: Actor, { type, to }: DraftInput): Promise<number[]> {
  const ids = [...new Set(to)]
  if (type === 'stream') {
    if (ids.length !== 1) throw badRequest('Must specify exactly 1 stream ID for stream messages')
    if (!(await accessStreamById(db, actor, ids[0]!))) throw badRequest('Invalid stream id')
    return ids
  }
  if (ids.length > RECIPIENTS_LIMIT) throw badRequest(`Too many recipients (limit: ${RECIPIENTS_LIMIT})`)
  const known = new Set(
    (await usersTable.list(db, { realm_id: actor.realm.id, id: ids })).map((user) => user.id),
  )
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw badRequest(`Invalid user ID ${unknown}`)
  return ids
}

/** An unfinished topic may be empty or too long. */
function checkDraftTopic(topic: string): string {
  if (topic.includes('\0')) throw badRequest('Topic must not contain null bytes')
  return truncateTopic(topic.trim())
}

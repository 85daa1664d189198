import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { isTurnedOff } from '../privacy-setting.ts'
import { checkDraft, type DraftInput } from './check-draft.ts'
import { draftRemoved, draftsAdded, draftUpdated } from './draft-events.ts'
import { countDrafts, deleteDraft, insertDrafts, listDrafts, updateDraft } from './draft-store.ts'
import { type DraftView, viewDraft } from './draft-view.ts'
import type { DraftsTable } from './drafts-table.ts'

/** Every registration sends all of them. */
export const DRAFTS_LIMIT = 500

export async function getDrafts(chat: ChatPlatform, actor: Actor): Promise<DraftView[]> {
  checkSynchronizes(actor)
  return (await listDrafts(chat.database.read, actor.realm.id, actor.user.id)).map(viewDraft)
}

export async function addDrafts(
  chat: ChatPlatform,
  actor: Actor,
  inputs: readonly DraftInput[],
): Promise<number[]> {
  checkSynchronizes(actor)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const known = await countDrafts(db, actor.realm.id, actor.user.id)
    if (known + inputs.length > DRAFTS_LIMIT) throw badRequest(`Too many drafts (limit: ${DRAFTS_LIMIT})`)
    const checked: Omit<DraftsTable, 'id'>[] = []
    for (const input of inputs) checked.push(await checkDraft(chat, db, actor, input))
    const rows: DraftsTable[] = []
    for (const draft of checked) rows.push({ ...draft, id: await transaction.next('drafts') })
    await insertDrafts(db, rows)
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
    if (!(await updateDraft(transaction.db, row))) throw noSuchDraft()
    transaction.announce(draftUpdated(actor.user.id, viewDraft(row)))
  })
}

export async function removeDraft(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  checkSynchronizes(actor)
  await chat.transact(actor.realm.id, async (transaction) => {
    if (!(await deleteDraft(transaction.db, actor.realm.id, actor.user.id, id))) throw noSuchDraft()
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

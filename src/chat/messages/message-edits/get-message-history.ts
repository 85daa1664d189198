import type { Chat } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import type { Actor } from '../../identity/users/user.ts'
import { diffInTime } from '../../markdown/diff-in-time.ts'
import { accessMessage } from '../message-access.ts'
import { historyOf, type Snapshot } from './edit-history.ts'
import { listEdits } from './message-edit-store.ts'

export async function getMessageHistory(chat: Chat, actor: Actor, messageId: number): Promise<Snapshot[]> {
  if (!actor.realm.settings.allow_edit_history) {
    throw badRequest('Message edit history is disabled in this organization')
  }
  const snapshots = await chat.database.snapshot(async (db) => {
    const message = await accessMessage(db, actor, messageId)
    return historyOf(message, await listEdits(db, actor.realm.id, message.id))
  })
  const changed = snapshots.filter(({ prev_rendered_content: before }) => before !== undefined)
  const diffs = await diffInTime(
    chat,
    { tenant: actor.realm.id, person: actor.user.id },
    changed.map((one) => [one.prev_rendered_content!, one.rendered_content]),
  )
  for (const [index, snapshot] of changed.entries()) snapshot.content_html_diff = diffs[index]!
  return snapshots
}

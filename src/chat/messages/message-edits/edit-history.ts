import type { Db } from '../../chat-platform.ts'
import { isMessageHeld } from '../message-access.ts'
import { findMessage } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import {
  type EditToStore,
  insertEdits,
  listEdits,
  listLongHistories,
  replaceOldestEdits,
} from './message-edit-store.ts'
import type { MessageEditsTable } from './message-edits-table.ts'

/** How much is kept of each message, besides its original and current text. Under a legal hold, everything is. */
export const HISTORY_LIMITS = { versions: 50, bytes: 200_000 }

export interface Snapshot {
  topic: string
  content: string
  rendered_content: string
  timestamp: number
  user_id: number
  prev_topic?: string
  prev_stream?: number
  prev_content?: string
  prev_rendered_content?: string
  content_html_diff?: string
}

/** To be called in a transaction, before it changes the messages. */
export async function recordEdits(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
  edit: EditToStore,
): Promise<void> {
  await insertEdits(db, realmId, messageIds, edit)
  for (const id of await listLongHistories(db, realmId, messageIds, HISTORY_LIMITS)) {
    const message = await findMessage(db, realmId, id)
    if (message && (await isMessageHeld(db, message))) continue
    await replaceOldestEdits(db, mergeOldest(await listEdits(db, realmId, id)))
  }
}

/** Merges the oldest edits into one. The original and the newest versions are kept. */
function mergeOldest(edits: readonly MessageEditsTable[]): MessageEditsTable {
  for (let kept = Math.min(edits.length, HISTORY_LIMITS.versions); ; kept -= 1) {
    const merged = mergeFrom(edits, kept - 1)
    const bytes = edits.slice(0, kept - 1).reduce((sum, edit) => sum + edit.bytes, merged.bytes)
    if (kept === 1 || bytes <= HISTORY_LIMITS.bytes) return merged
  }
}

function mergeFrom(edits: readonly MessageEditsTable[], index: number): MessageEditsTable {
  const oldest = edits.slice(index)
  const topic = oldest.findLast((edit) => edit.prev_topic !== null)
  const stream = oldest.findLast((edit) => edit.prev_stream !== null)
  const content = oldest.findLast((edit) => edit.prev_content !== null)
  const merged = {
    ...edits[index]!,
    prev_topic: topic?.prev_topic ?? null,
    prev_stream: stream?.prev_stream ?? null,
    prev_content: content?.prev_content ?? null,
    prev_rendered_content: content?.prev_rendered_content ?? null,
  }
  const { prev_topic, prev_content, prev_rendered_content } = merged
  const texts = [prev_topic, prev_topic, prev_content, prev_rendered_content]
  return { ...merged, bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0) }
}

/** Every version in chronological order, reconstructed backwards from the current one. */
export function historyOf(message: MessagesTable, edits: readonly MessageEditsTable[]): Snapshot[] {
  let { topic, content } = message
  let rendered = message.rendered_content
  const snapshots: Snapshot[] = []
  for (const edit of edits) {
    const snapshot: Snapshot = {
      topic,
      content,
      rendered_content: rendered,
      timestamp: edit.edited_at,
      user_id: edit.user_id,
    }
    if (edit.prev_topic !== null) {
      snapshot.prev_topic = edit.prev_topic
      topic = edit.prev_topic
    }
    if (edit.prev_stream !== null) snapshot.prev_stream = edit.prev_stream
    if (edit.prev_content !== null) {
      snapshot.prev_content = edit.prev_content
      snapshot.prev_rendered_content = edit.prev_rendered_content!
      content = edit.prev_content
      rendered = edit.prev_rendered_content!
    }
    snapshots.unshift(snapshot)
  }
  const { sent_at: timestamp, sender_id: user_id } = message
  return [{ topic, content, rendered_content: rendered, timestamp, user_id }, ...snapshots]
}

import type { MessagesTable } from '../messages/messages-table.ts'

/** One edit, as kept with the message, newest first: who, when, and what was there before. */
export interface Edit {
  user_id: number
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_rendered_content_version?: number
  prev_topic?: string
  /** the same under its legacy name */
  prev_subject?: string
}

export interface Snapshot {
  topic: string
  content: string
  rendered_content: string
  timestamp: number
  user_id: number
  prev_topic?: string
  prev_content?: string
  prev_rendered_content?: string
  content_html_diff?: string
}

export const editsOf = (message: MessagesTable): Edit[] =>
  message.edit_history === null ? [] : JSON.parse(message.edit_history)

/** Every version in chronological order, rebuilt by going back from the present one; what changed is left to be found. */
export function historyOf(message: MessagesTable): Snapshot[] {
  let { topic, content } = message
  let rendered = message.rendered_content
  const snapshots: Snapshot[] = []
  for (const edit of editsOf(message)) {
    const snapshot: Snapshot = {
      topic,
      content,
      rendered_content: rendered,
      timestamp: edit.timestamp,
      user_id: edit.user_id,
    }
    if (edit.prev_topic !== undefined) {
      snapshot.prev_topic = edit.prev_topic
      topic = edit.prev_topic
    }
    if (edit.prev_content !== undefined) {
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

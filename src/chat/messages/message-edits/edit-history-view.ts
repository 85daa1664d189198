import type { Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { listShownEdits, type ShownEdit } from './message-edit-store.ts'

/** Limit for each message of a page. Only the newest edits carry their texts; clients get the rest from /history. */
const BYTES_ON_PAGE = 4096

/** An element of `edit_history`. Without texts, it says only who edited and when. */
export interface EditView {
  user_id: number
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_rendered_content_version?: number
  prev_topic?: string
  /** the same under its legacy name */
  prev_subject?: string
  prev_stream?: number
}

/** The `edit_history` of messages, newest first. Pages get earlier versions only from here. */
export async function loadEditHistories(
  db: Db,
  realm: Realm,
  messages: readonly { id: number; editedAt: number | null }[],
): Promise<ReadonlyMap<number, EditView[]>> {
  const histories = new Map<number, EditView[]>()
  const edited = messages.filter((message) => message.editedAt !== null).map(({ id }) => id)
  if (edited.length === 0 || !realm.settings.allow_edit_history) return histories
  for (const row of await listShownEdits(db, realm.id, edited, BYTES_ON_PAGE)) {
    const history = histories.get(row.message_id)
    if (history) history.push(viewEdit(row))
    else histories.set(row.message_id, [viewEdit(row)])
  }
  return histories
}

function viewEdit({ user_id, edited_at, prev_topic, prev_stream, ...content }: ShownEdit): EditView {
  const { prev_content, prev_rendered_content } = content
  return {
    user_id,
    timestamp: edited_at,
    ...(prev_content !== null && {
      prev_content,
      prev_rendered_content: prev_rendered_content!,
      prev_rendered_content_version: 1,
    }),
    ...(prev_topic !== null && { prev_topic, prev_subject: prev_topic }),
    ...(prev_stream !== null && { prev_stream }),
  }
}

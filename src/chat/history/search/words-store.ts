import type { Db } from '../../chat.ts'
import { messageWords } from '../../messages/search-index/message-words.ts'

const IDS_AT_ONCE = 500

/** The words of messages, by id; see message-words.ts. */
export async function loadWords(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const words = new Map<number, string>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'topic', 'rendered_content'])
      .where('realm_id', '=', realmId)
      .where('id', 'in', ids.slice(start, start + IDS_AT_ONCE))
      .execute()
    for (const row of rows) words.set(row.id, messageWords(row.topic, row.rendered_content))
  }
  return words
}

import type { Db } from '../../chat-platform.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import { listMentionedMembers } from './group-member-store.ts'

/** Everyone whom a text mentions, by name or by group, without duplicates. */
export async function mentionedPeople(
  db: Db,
  realmId: number,
  { mentionedUserIds, mentionedGroupIds }: RenderedMarkdown,
): Promise<number[]> {
  if (mentionedGroupIds.length === 0) return mentionedUserIds
  const members = await listMentionedMembers(db, realmId, mentionedGroupIds)
  return [...new Set([...mentionedUserIds, ...members])]
}

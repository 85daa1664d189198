import type { Db } from '../../chat-platform.ts'
import type { RenderedMarkdown } from '../../markdown/markdown-context.ts'
import { withDescendants } from './subgroup-tree.ts'
import { listMentionedMembers, listSubgroups } from './user-group-store.ts'

/** Everyone whom a text mentions, by name, by group or by a group that contains theirs, without duplicates. */
export async function mentionedPeople(
  db: Db,
  realmId: number,
  { mentionedUserIds, mentionedGroupIds }: RenderedMarkdown,
): Promise<number[]> {
  if (mentionedGroupIds.length === 0) return mentionedUserIds
  const groups = withDescendants(await listSubgroups(db, realmId), mentionedGroupIds)
  const members = await listMentionedMembers(db, realmId, groups)
  return [...new Set([...mentionedUserIds, ...members])]
}

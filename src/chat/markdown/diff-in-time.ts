import type { Owner } from '../../platform/concurrency/fair-queue.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { askMarkdownThread } from './markdown-threads.ts'

/** Marks the changes of each pair in its later version; without marks if comparing takes too long. */
export async function diffInTime(
  chat: Pick<ChatPlatform, 'log'>,
  owner: Owner,
  pairs: readonly (readonly [before: string, after: string])[],
): Promise<string[]> {
  if (pairs.length === 0) return []
  const diffs = await askMarkdownThread<string[]>(chat, owner, { diffs: pairs })
  return typeof diffs === 'string' ? pairs.map(([, after]) => after) : diffs
}

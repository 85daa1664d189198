import type { Owner } from '../../platform/concurrency/fair-queue.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { findReferences } from './find-references.ts'
import { isCheap, mayHoldCode } from './is-cheap.ts'
import type { MarkdownContext, RenderedMarkdown } from './markdown-context.ts'
import { askMarkdownThread } from './markdown-threads.ts'
import { renderMarkdown, renderVerbatim } from './render-markdown.ts'

/**
 * Never blocks the main thread: expensive texts are rendered in a worker thread. If that misses the deadline, it
 * retries without syntax highlighting, and then falls back to plain text.
 */
export async function renderInTime(
  chat: Pick<ChatPlatform, 'log'>,
  owner: Owner,
  content: string,
  context: MarkdownContext,
): Promise<RenderedMarkdown> {
  if (isCheap(content, context)) return renderMarkdown(content, context)
  const known = referredTo(content, context)
  const ask = (context: MarkdownContext) =>
    askMarkdownThread<RenderedMarkdown>(chat, owner, { render: content, context })
  let rendered = await ask(known)
  if (rendered === 'deadline' && mayHoldCode(content)) rendered = await ask({ ...known, plainCode: true })
  return typeof rendered === 'string' ? renderVerbatim(content) : rendered
}

/** The part of the context that the text refers to, as an organization may have hundreds of emoji and groups. */
export function referredTo(content: string, context: MarkdownContext): MarkdownContext {
  const { groupNames, emojiNames } = findReferences(content)
  return { ...context, groups: pick(context.groups, groupNames), emoji: pick(context.emoji, emojiNames) }
}

function pick<Value>(all: ReadonlyMap<string, Value>, names: readonly string[]): ReadonlyMap<string, Value> {
  const picked = new Map<string, Value>()
  if (all.size === 0) return picked
  for (const name of names) {
    const value = all.get(name)
    if (value !== undefined) picked.set(name, value)
  }
  return picked
}

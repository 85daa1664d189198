import type { Owner } from '../../platform/fair-queue.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { isCheap, mayHoldCode } from './is-cheap.ts'
import type { MarkdownContext, RenderedMarkdown } from './markdown-context.ts'
import { askMarkdownThread } from './markdown-threads.ts'
import { referredTo } from './referred-to.ts'
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

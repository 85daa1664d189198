import { htmlDiffs } from './html-diff.ts'
import type { MarkdownContext, RenderedMarkdown } from './markdown-context.ts'
import { renderMarkdown } from './render-markdown.ts'

/** A request to a Markdown thread. It must be structured-cloneable. */
export type MarkdownRequest =
  | { render: string; context: MarkdownContext }
  /** pairs of HTML, before and after */
  | { diffs: readonly (readonly [string, string])[] }

export function doMarkdownWork(request: MarkdownRequest): RenderedMarkdown | string[] {
  return 'render' in request ? renderMarkdown(request.render, request.context) : htmlDiffs(request.diffs)
}

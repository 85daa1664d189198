import { emptyContext } from './markdown-context.ts'
import { renderMarkdown } from './render-markdown.ts'

/**
 * HTML of a description or a profile value. Such texts are short and have no references. Without syntax highlighting
 * they are cheap, so they are rendered inside the transaction.
 */
export const renderShortText = (text: string) =>
  renderMarkdown(text, { ...emptyContext, plainCode: true }).html

import { emptyContext } from './markdown-context.ts'
import { renderMarkdown } from './render-markdown.ts'

/**
 * HTML of a description or a value of a profile. Such texts are short and name nobody; without colours in their code
 * they take no longer than cheap messages, so they are rendered within the change that they belong to.
 */
export const renderShortText = (text: string) =>
  renderMarkdown(text, { ...emptyContext, plainCode: true }).html

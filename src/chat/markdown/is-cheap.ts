import type { MarkdownContext } from './markdown-context.ts'

/** Longer texts of any construct may take more than a trip to a thread by far. */
export const CHEAP_LENGTH = 500

const fence = /```|~~~/

/** Colours in code take longer than everything else, and cannot be bounded. */
export const mayHoldCode = (content: string) => fence.test(content)

/**
 * Whether a text may be rendered where everybody waits for it: a short one without code, in an organization that has
 * no patterns of its own. Its cost is bounded by its length alone.
 */
export const isCheap = (content: string, { linkifiers }: Pick<MarkdownContext, 'linkifiers'>) =>
  content.length <= CHEAP_LENGTH && linkifiers.length === 0 && !mayHoldCode(content)

import type { MarkdownContext } from './markdown-context.ts'

/** Rendering longer texts can take much longer than the round trip to a worker thread. */
export const CHEAP_LENGTH = 500

const fence = /```|~~~/

/** Syntax highlighting is slower than everything else, and its time is unbounded. */
export const mayHoldCode = (content: string) => fence.test(content)

/**
 * Whether a text may be rendered on the main thread: it is short, has no code, and the organization has no
 * linkifiers. Its length alone then bounds the cost.
 */
export const isCheap = (content: string, { linkifiers }: Pick<MarkdownContext, 'linkifiers'>) =>
  content.length <= CHEAP_LENGTH && linkifiers.length === 0 && !mayHoldCode(content)

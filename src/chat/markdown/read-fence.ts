import type { StateBlock } from 'markdown-it'

export interface Fence {
  markup: string
  /** The first word after the fence, as written. */
  language: string
  /** The same in lower case. */
  kind: string
  /** The text after the first word. */
  title: string
}

/** Parses a line as a fence; undefined if it is none. */
export function readFence(state: StateBlock, line: number): Fence | undefined {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const mark = state.src.charAt(start)
  if (mark !== '`' && mark !== '~') return undefined
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  const end = state.eMarks[line] ?? start
  const afterMarks = Math.min(state.skipChars(start, mark.charCodeAt(0)), end)
  if (afterMarks - start < 3) return undefined
  const info = state.src.slice(afterMarks, end).trim()
  if (mark === '`' && info.includes('`')) return undefined
  const language = /^\S*/.exec(info)?.[0] ?? ''
  return {
    markup: state.src.slice(start, afterMarks),
    language,
    kind: language.toLowerCase(),
    title: info.slice(language.length).trim(),
  }
}

export function isContainerFence(fence: Fence): boolean {
  return fence.kind === 'quote' || fence.kind === 'spoiler'
}

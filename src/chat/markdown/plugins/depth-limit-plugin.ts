import type { MarkdownIt, StateBlock } from 'markdown-it'

/** Below this depth everything is a paragraph. Otherwise markdown-it would drop the text. */
export function depthLimitPlugin(md: MarkdownIt): void {
  md.block.ruler.before('table', 'depth_limit', parseDeepBlock)
}

const maxDepth = 30

function parseDeepBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < maxDepth) return false
  let line = startLine + 1
  while (line < endLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent) line++
  const content = state.getLines(startLine, line, state.blkIndent, false).trim()
  state.line = line
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  return true
}

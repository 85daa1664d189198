import type { MarkdownIt, StateBlock } from 'markdown-it'

/** Rows are padded with empty cells, so a wide header with many short rows would grow quadratically. */
export function tableLimitPlugin(md: MarkdownIt): void {
  const [parseTable] = md.block.ruler.getRules('')
  if (!parseTable) return
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (!parseTable(state, startLine, endLine, true) || countCells(state, startLine, endLine) > maxCells)
        return false
      return silent || parseTable(state, startLine, endLine, false)
    },
    { alt: ['paragraph', 'reference'] },
  )
}

const maxCells = 5000

function countCells(state: StateBlock, startLine: number, endLine: number): number {
  const head = state.src.slice(state.bMarks[startLine], state.eMarks[startLine])
  let line = startLine
  while (line < endLine && !state.isEmpty(line)) line++
  return head.split('|').length * (line - startLine)
}

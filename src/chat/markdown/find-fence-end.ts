import type { StateBlock } from 'markdown-it'
import { type Fence, isContainerFence, readFence } from './read-fence.ts'

/** The line that closes the fence. Fences nested in a container have their own closing lines. */
export function findFenceEnd(
  state: StateBlock,
  opening: Fence,
  startLine: number,
  endLine: number,
): { line: number; closed: boolean } {
  const open = [opening]
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return { line, closed: false }
    const fence = readFence(state, line)
    const innermost = open.at(-1)
    if (!fence || !innermost) continue
    if (closes(fence, innermost)) {
      open.pop()
      if (open.length === 0) return { line, closed: true }
    } else if (isContainerFence(innermost)) {
      open.push(fence)
    }
  }
  return { line: endLine, closed: false }
}

function closes(fence: Fence, opening: Fence): boolean {
  return fence.language === '' && fence.markup.startsWith(opening.markup)
}

import type { MarkdownIt, StateBlock } from 'markdown-it'
import { trimBoth } from '../../../platform/trim-characters.ts'
import { escapeHtml } from '../escape-html.ts'
import { findFenceEnd } from '../find-fence-end.ts'
import { highlightCode } from '../highlight-code.ts'
import { isContainerFence, readFence } from '../read-fence.ts'
import { renderEnvOf } from '../render-env.ts'

/** Fenced code, and the fences that contain Markdown (`quote`, `spoiler`) or formulas (`math`). */
export function fencePlugin(md: MarkdownIt): void {
  md.block.ruler.at('fence', parseFence, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  const { rules } = md.renderer
  rules.fence = (tokens, index, _options, env) => {
    const { info, content } = tokens[index]!
    return `${highlightCode(content, info, renderEnvOf(env).context.plainCode === true)}\n`
  }
  rules.code_block = (tokens, index) => `${highlightCode(tokens[index]!.content, '', true)}\n`
  rules.math_block = (tokens, index) => {
    // HTML parsers drop a line break after the opening tag.
    const formula = trimBoth(tokens[index]!.content, '\n')
    return `<pre class="tex-block">${escapeHtml(formula)}</pre>\n`
  }
  rules.spoiler_open = () => '<div class="spoiler-block"><div class="spoiler-header">\n'
  rules.spoiler_body = () => '</div><div class="spoiler-content" aria-hidden="true">\n'
  rules.spoiler_close = () => '</div></div>\n'
}

const formulaKinds = new Set(['math', 'tex', 'latex'])

function parseFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = readFence(state, startLine)
  if (!fence) return false
  if (silent) return true
  const { line, closed } = findFenceEnd(state, fence, startLine, endLine)
  if (isContainerFence(fence)) {
    if (fence.kind === 'spoiler') pushSpoilerHeader(state, fence.title)
    else state.push('blockquote_open', 'blockquote', 1).markup = fence.markup
    parseInside(state, startLine + 1, line)
    if (fence.kind === 'spoiler') state.push('spoiler_close', 'div', -1)
    else state.push('blockquote_close', 'blockquote', -1).markup = fence.markup
  } else {
    const token = state.push(formulaKinds.has(fence.kind) ? 'math_block' : 'fence', 'code', 0)
    token.info = fence.language
    token.content = state.getLines(startLine + 1, line, state.sCount[startLine] ?? 0, true)
  }
  state.line = closed ? line + 1 : line
  return true
}

function pushSpoilerHeader(state: StateBlock, title: string): void {
  state.push('spoiler_open', 'div', 1)
  if (title !== '') {
    state.push('paragraph_open', 'p', 1)
    const inline = state.push('inline', '', 0)
    inline.content = title
    inline.children = []
    state.push('paragraph_close', 'p', -1)
  }
  state.push('spoiler_body', 'div', 0)
}

function parseInside(state: StateBlock, firstLine: number, endLine: number): void {
  const { parentType, lineMax } = state
  state.parentType = 'blockquote'
  state.lineMax = endLine
  state.md.block.tokenize(state, firstLine, endLine)
  state.parentType = parentType
  state.lineMax = lineMax
}

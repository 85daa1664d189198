import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../escape-html.ts'

export function mathPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', parseMath)
  md.renderer.rules.math = (tokens, index) =>
    `<span class="tex-inline">${escapeHtml(tokens[index]!.content)}</span>`
}

const dollar = 0x24
const syntax = /\$\$([^$\n]+)\$\$(?!\$)/y

function parseMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== dollar || (pos > 0 && src.charCodeAt(pos - 1) === dollar)) return false
  syntax.lastIndex = pos
  const match = syntax.exec(src)
  if (!match || syntax.lastIndex > state.posMax) return false
  if (!silent) state.push('math', 'span', 0).content = match[1] ?? ''
  state.pos += match[0].length
  return true
}

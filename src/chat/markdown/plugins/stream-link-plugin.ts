import type { MarkdownIt, StateInline } from 'markdown-it'
import { buildNarrowPath } from '../build-narrow-path.ts'
import { escapeHtml } from '../escape-html.ts'
import { referenceSyntax } from '../reference-syntax.ts'
import { renderEnvOf } from '../render-env.ts'

export function streamLinkPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'stream_link', parseStreamLink)
  md.renderer.rules.stream_link = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]!
    const text = escapeHtml(token.content)
    return token.hidden ? text : `<a${renderer.renderAttrs(token)}>${text}</a>`
  }
}

const syntax = new RegExp(referenceSyntax.stream, 'y')

function parseStreamLink(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x23) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (!match || syntax.lastIndex > state.posMax) return false
  const stream = renderEnvOf(state.env).context.streams.get((match[1] ?? '').toLowerCase())
  if (!stream) return false
  if (!silent) {
    const topic = match[2]
    const token = state.push('stream_link', 'a', 0)
    token.attrs = [
      ['class', topic === undefined ? 'stream' : 'stream-topic'],
      ['data-stream-id', String(stream.id)],
      ['href', buildNarrowPath(stream, topic)],
    ]
    token.content = topic === undefined ? `#${stream.name}` : `#${stream.name} > ${topic}`
  }
  state.pos += match[0].length
  return true
}

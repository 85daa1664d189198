import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../escape-html.ts'
import { encodeUrlComponent } from '../is-safe-url.ts'

/** `!avatar(ada@example.com)`: a small picture of the person with this address. `!gravatar` is its older name. */
export function avatarPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('image', 'avatar', parseAvatar)
  md.renderer.rules.avatar = (tokens, index) => {
    const { content } = tokens[index]!
    const email = escapeHtml(content)
    const source = escapeHtml(`/avatar/${encodeUrlComponent(content)}?s=30`)
    return `<img alt="${email}" class="message_body_gravatar" src="${source}" title="${email}">`
  }
}

const syntax = /!(?:gr)?avatar\(([^\s()<>"@]{1,64}@[^\s()<>"@]{1,190})\)/y

function parseAvatar(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x21) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (!match || syntax.lastIndex > state.posMax) return false
  if (!silent) state.push('avatar', 'img', 0).content = match[1]!
  state.pos += match[0].length
  return true
}

import type { MarkdownIt, StateInline } from 'markdown-it'
import { buildEmojiToken } from '../build-emoji-token.ts'
import { emojiByName } from '../emoji-names.ts'
import { escapeHtml } from '../escape-html.ts'
import { isSafeUrl } from '../is-safe-url.ts'
import { renderEnvOf } from '../render-env.ts'

export function emojiPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji', parseEmoji)
  md.renderer.rules.emoji = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index]!
    const open = `<${token.tag}${renderer.renderAttrs(token)}>`
    return token.tag === 'img' ? open : `${open}${escapeHtml(token.content)}</span>`
  }
}

const syntax = /:([\w+.-]{1,60}):/y

function parseEmoji(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3a) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  const name = match?.[1]
  if (!match || name === undefined || syntax.lastIndex > state.posMax) return false
  const custom = renderEnvOf(state.env).context.emoji.get(name)
  if (custom && isSafeUrl(custom.sourceUrl)) {
    if (!silent) {
      const title = name.replaceAll('_', ' ')
      state.push('emoji', 'img', 0).attrs = [
        ['alt', match[0]],
        ['class', 'emoji'],
        ['src', custom.sourceUrl],
        ['title', title],
      ]
    }
  } else {
    const known = emojiByName.get(name)
    if (!known) return false
    if (!silent) buildEmojiToken(state.push('emoji', 'span', 0), name, known.code, match[0])
  }
  state.pos += match[0].length
  return true
}

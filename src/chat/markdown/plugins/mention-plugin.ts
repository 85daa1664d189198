import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../escape-html.ts'
import { referenceSyntax } from '../reference-syntax.ts'
import { renderEnvOf } from '../render-env.ts'

/**
 * Tokens: `user_mention` and `group_mention`, with the id in `info` (`*` for everyone), the name in
 * `content`, and `markup` empty when the mention is silent.
 */
export function mentionPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'mention', parseMention)
  md.renderer.rules.user_mention = (tokens, index) => {
    const { info, content, markup } = tokens[index]!
    return `<span class="user-mention${markup ? '' : ' silent'}" data-user-id="${info}">${markup}${escapeHtml(content)}</span>`
  }
  md.renderer.rules.group_mention = (tokens, index) => {
    const { info, content, markup } = tokens[index]!
    return `<span class="user-group-mention${markup ? '' : ' silent'}" data-user-group-id="${info}">${markup}${escapeHtml(content)}</span>`
  }
}

const userSyntax = new RegExp(referenceSyntax.user, 'y')
const groupSyntax = new RegExp(referenceSyntax.group, 'y')
const wordBefore = /[\p{L}\p{N}]/u

function parseMention(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x40) return false
  if (pos > 0 && wordBefore.test(src.charAt(pos - 1))) return false
  const user = matchAt(userSyntax, state)
  const match = user ?? matchAt(groupSyntax, state)
  if (!match) return false
  const name = match[2] ?? ''
  const target = user ? findUser(state, name) : findGroup(state, name)
  if (!target) return false
  if (!silent) {
    const token = state.push(user ? 'user_mention' : 'group_mention', 'span', 0)
    token.info = target.id
    token.content = target.name
    token.markup = match[1] === '' ? '@' : ''
  }
  state.pos += match[0].length
  return true
}

function matchAt(syntax: RegExp, state: StateInline): RegExpExecArray | undefined {
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  return match && syntax.lastIndex <= state.posMax ? match : undefined
}

function findUser(state: StateInline, name: string): { id: string; name: string } | undefined {
  if (referenceSyntax.wildcards.has(name)) return { id: '*', name }
  const user = renderEnvOf(state.env).context.users.get(name.toLowerCase())
  return user && { id: String(user.id), name: user.fullName }
}

function findGroup(state: StateInline, name: string): { id: string; name: string } | undefined {
  const group = renderEnvOf(state.env).context.groups.get(name.toLowerCase())
  return group && { id: String(group.id), name: group.name }
}
